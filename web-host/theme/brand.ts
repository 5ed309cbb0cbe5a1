import type { BrandVariants } from '@fluentui/react-components';

/** Jabuticaba: the skin of the fruit. The hue drifts from 330 to 320, so that it never reads as a status. */
export const brand: BrandVariants = {
  10: '#180917',
  20: '#281027',
  30: '#391536',
  40: '#481c46',
  50: '#562355',
  60: '#642a64',
  70: '#723274',
  80: '#803b83',
  90: '#964e9a',
  100: '#b776bd',
  110: '#c58dcc',
  120: '#d1a6d8',
  130: '#debee4',
  140: '#e8d2ec',
  150: '#f1e4f4',
  160: '#f8f1f9',
};
