/** A Pix code in the central bank’s format: fields of two digits, two digits of length and the value, and a CRC. */
const crcOf = (text: string): string => {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
};

const field = (id: string, value: string): string => `${id}${String(value.length).padStart(2, '0')}${value}`;

/** Removes accents and signs: every bank’s reader accepts plain letters. */
const plain = (text: string, maxLength: number): string =>
  text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, maxLength)
    .trim();

export interface BrCode {
  key: string;
  name: string;
  city: string;
  valueCents: number;
  /** At most 25 letters and digits; printed on the receiver’s statement. */
  ref: string;
}

export const brCode = ({ key, name, city, valueCents, ref }: BrCode): string => {
  const unsigned = [
    field('00', '01'),
    field('26', field('00', 'br.gov.bcb.pix') + field('01', key)),
    field('52', '0000'),
    field('53', '986'),
    field('54', (valueCents / 100).toFixed(2)),
    field('58', 'BR'),
    field('59', plain(name, 25)),
    field('60', plain(city, 15)),
    field('62', field('05', ref)),
    '6304',
  ].join('');
  return unsigned + crcOf(unsigned);
};
