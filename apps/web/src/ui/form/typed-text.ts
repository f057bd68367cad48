import { useEffect, useRef, useState } from 'react';

interface TypedText {
  /** The current search text in the address. */
  value: string;
  onSend: (text: string) => void;
  /** The pause in typing before the text is sent, in milliseconds. */
  pause: number;
}

/** The text of a field and the last sent text. Back, forward and links change both from outside. */
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

/** Sends the text after a pause in typing, or immediately when `send` is called. */
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
