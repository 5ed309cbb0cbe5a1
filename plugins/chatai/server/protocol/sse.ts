/** One event of a stream of server-sent events. */
export interface StreamEvent {
  /** `message` unless the server named it. */
  event: string;
  data: string;
}

/**
 * Reads server-sent events from bytes that may be cut anywhere: inside a letter, a line end or an event. A last event
 * without its blank line is returned too, because some servers omit it.
 *
 * Source: https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export async function* streamEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  let event = 'message';
  let data: string[] = [];
  const take = (line: string): StreamEvent | undefined => {
    if (line === '') {
      const complete = data.length > 0 ? { event, data: data.join('\n') } : undefined;
      event = 'message';
      data = [];
      return complete;
    }
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') data.push(value);
    else if (name === 'event') event = value;
    return undefined;
  };
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const complete = take(line.endsWith('\r') ? line.slice(0, -1) : line);
      if (complete) yield complete;
    }
  }
  if (rest !== '') take(rest.replace(/\r$/, ''));
  const last = take('');
  if (last) yield last;
}
