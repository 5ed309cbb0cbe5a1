const number = '00112224720255030044';
const masked = '0011222-47.2025.5.03.0044';

/** One number in the forms in which people write and paste it; the first is its 20 digits. */
export const numberForms: readonly string[] = [
  number,
  masked,
  ` ${masked} `,
  `${masked}\n`,
  masked.replaceAll(/[-.]/g, ' '),
  masked.replaceAll('.', ''),
  masked.replace('-', ''),
  masked.replaceAll('.', '/'),
  masked.replaceAll('.', '-'),
  masked.replace('-', '–'),
  masked.replace('-', '.'),
  masked.replaceAll('.', ' . '),
  `Processo nº ${masked}`,
  `proc. ${number},`,
  `(${masked})`,
  number.split('').join(' '),
  number.replace(/^0+/, ''),
  masked.replace(/^0+/, ''),
  number.replace(/^0/, ''),
  `\t${masked.replaceAll('.', '_')}\t`,
];
