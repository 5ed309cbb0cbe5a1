import { expect, test } from 'vitest';
import type { BalcaoTheme } from '@balcao/sdk/ui';
import { dark } from './dark.ts';
import { light } from './light.ts';

const channel = (value: number): number => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};
const luminance = (hex: string): number => {
  const value = Number.parseInt(hex.slice(1), 16);
  return 0.2126 * channel(value >> 16) + 0.7152 * channel((value >> 8) & 255) + 0.0722 * channel(value & 255);
};
const contrast = (one: string, other: string): number => {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
};

const pairs: readonly (readonly [keyof BalcaoTheme, keyof BalcaoTheme])[] = [
  ['colorNeutralForeground1', 'colorNeutralBackground1'],
  ['colorNeutralForeground2', 'chrome'],
  ['colorNeutralForeground3', 'colorNeutralBackground1'],
  ['colorNeutralForeground3', 'colorNeutralBackground3'],
  ['colorNeutralForeground3', 'chrome'],
  ['colorNeutralForeground3', 'canvas'],
  ['colorBrandForeground1', 'selected'],
  ['colorBrandForeground1', 'colorNeutralBackground1'],
  ['colorNeutralForegroundOnBrand', 'colorBrandBackground'],
  ['colorNeutralForeground1', 'bubbleOut'],
  ['ackIdle', 'bubbleOut'],
  ['noteText', 'noteBg'],
  ['noteAccent', 'noteBg'],
  ['ok', 'okBg'],
  ['warn', 'warnBg'],
  ['bad', 'badBg'],
  ['info', 'infoBg'],
];

test.each([
  ['light', light],
  ['dark', dark],
] as const)('every text of the %s theme has a contrast of at least 4.5 to 1 on its background', (_name, theme) => {
  const faint = pairs
    .map(([text, ground]) => ({
      pair: `${text} on ${ground}`,
      ratio: contrast(String(theme[text]), String(theme[ground])),
    }))
    .filter(({ ratio }) => ratio < 4.5);
  expect(faint).toEqual([]);
});
