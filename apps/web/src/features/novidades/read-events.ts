export interface ServerEvent {
  id: string | undefined;
  event: string;
  data: string;
  retry: number | undefined;
}

/** Collects pieces of a text/event-stream, and returns the events that each piece completes. */
export function eventReader() {
  let rest = '';
  return (piece: string): ServerEvent[] => {
    const blocks = `${rest}${piece}`.split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.map(eventIn);
  };
}

function eventIn(block: string): ServerEvent {
  const event: ServerEvent = { id: undefined, event: 'message', data: '', retry: undefined };
  for (const line of block.split('\n')) {
    const [name = '', ...rest] = line.split(':');
    const value = rest.join(':').trimStart();
    if (name === 'id') event.id = value;
    else if (name === 'event') event.event = value;
    else if (name === 'data') event.data += value;
    else if (name === 'retry') event.retry = Number(value);
  }
  return event;
}
