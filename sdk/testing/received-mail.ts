/** A parsed mail. Supports the MIME features that the platform uses. */
export interface ReceivedMail {
  /** Decoded headers by name in lower case. */
  headers: ReadonlyMap<string, string>;
  /** Parts by content type: `text/plain`, `text/html`. */
  parts: ReadonlyMap<string, string>;
}

const decodeWords = (value: string): string =>
  value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_whole, how: string, text: string) =>
      how.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString() : quoted(text.replaceAll('_', ' ')),
    );
const quoted = (text: string): string =>
  Buffer.from(
    text
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

const split = (message: string): { headers: Map<string, string>; body: string } => {
  const at = message.search(/\r?\n\r?\n/);
  const head = message.slice(0, at).replaceAll(/\r?\n[ \t]+/g, ' ');
  const headers = new Map(
    head.split(/\r?\n/).map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())] as const;
    }),
  );
  return { headers, body: message.slice(at).replace(/^\r?\n\r?\n/, '') };
};

/** Parses a mail that an SMTP server received: `readMail(text).parts.get('text/plain')`. */
export const readMail = (message: string): ReceivedMail => {
  const { headers, body } = split(message);
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1];
  const parts = new Map<string, string>();
  for (const part of boundary === undefined ? [message] : body.split(`--${boundary}`).slice(1, -1)) {
    const { headers: own, body: encoded } = split(part.replace(/^\r?\n/, ''));
    const how = own.get('content-transfer-encoding')?.toLowerCase();
    const text =
      how === 'base64'
        ? Buffer.from(encoded, 'base64').toString()
        : how === 'quoted-printable'
          ? quoted(encoded)
          : encoded;
    parts.set((own.get('content-type') ?? '').split(';')[0] ?? '', text.replaceAll('\r\n', '\n'));
  }
  return { headers, parts };
};
