/** A tone that swells and fades, as voices do: 16 bits, one channel. */
export const sound = (seconds: number): Uint8Array => {
  const rate = 8000;
  const samples = rate * seconds;
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + samples * 2, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples * 2, 40);
  for (let at = 0; at < samples; at += 1) {
    const loud = Math.abs(Math.sin((at / rate) * 2.7)) * Math.abs(Math.sin((at / rate) * 0.9 + 1));
    wav.writeInt16LE(Math.round(Math.sin((at / rate) * 2 * Math.PI * 220) * loud * 20_000), 44 + at * 2);
  }
  return wav;
};
