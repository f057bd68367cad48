import { useEffect, useRef, useState } from 'react';

interface TypedText {
  /** What is looked for now, as the address says. */
  value: string;
  onSend: (text: string) => void;
  /** How long a person stops typing before it is sent, in milliseconds. */
  pause: number;
}

/** What stands in a field, and what of it was sent. Back, forward and links change both from outside. */
export function useSentText(value: string) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  return { text, setText, sent };
}

/** A text that is sent when the person pauses, or at once when asked to. */
export function useTypedText({ value, onSend, pause }: TypedText) {
  const { text, setText, sent } = useSentText(value);

  useEffect(() => {
    if (text.trim() === sent.current) return;
    const timer = setTimeout(() => send(text), pause);
    return () => clearTimeout(timer);
  });

  function send(next: string) {
    const trimmed = next.trim();
    sent.current = trimmed;
    onSend(trimmed);
  }

  function clear() {
    setText('');
    send('');
  }

  return { text, setText, send, clear };
}
