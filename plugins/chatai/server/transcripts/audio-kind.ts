/** The kind of an audio file, read from its first bytes. */
export interface AudioKind {
  /** A name whose ending says what the bytes are: servers decide by it, and refuse the same bytes as `.oga`. */
  fileName: string;
  mime: string;
}

const starts = (bytes: Uint8Array, text: string, at = 0): boolean =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text;

const kinds: readonly [(bytes: Uint8Array) => boolean, ending: string, mime: string][] = [
  [(bytes) => starts(bytes, 'OggS'), 'ogg', 'audio/ogg'],
  [(bytes) => starts(bytes, 'RIFF') && starts(bytes, 'WAVE', 8), 'wav', 'audio/wav'],
  [(bytes) => starts(bytes, 'ftyp', 4), 'm4a', 'audio/mp4'],
  [(bytes) => starts(bytes, 'fLaC'), 'flac', 'audio/flac'],
  [(bytes) => bytes[0] === 0x1a && bytes[1] === 0x45, 'webm', 'audio/webm'],
  [(bytes) => starts(bytes, 'ID3') || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0), 'mp3', 'audio/mpeg'],
];

/** Names audio by its content, whatever its sender called it. Unknown bytes are sent as Ogg, the usual voice note. */
export const audioKind = (bytes: Uint8Array): AudioKind => {
  const [, ending = 'ogg', mime = 'audio/ogg'] = kinds.find(([fits]) => fits(bytes)) ?? [];
  return { fileName: `audio.${ending}`, mime };
};
