const channel = (value: number): number => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};

const luminance = (color: string): number => {
  const value = Number.parseInt(color.slice(1), 16);
  return 0.2126 * channel(value >> 16) + 0.7152 * channel((value >> 8) & 255) + 0.0722 * channel(value & 255);
};

/** Text on the company's colour: white where it reaches 4.5:1, else near-black. */
export const colorsOn = (brand: string): Record<string, string> => {
  const isLight = 1.05 / (luminance(brand) + 0.05) < 4.5;
  return { '--brand': brand, '--on-brand': isLight ? '#171417' : '#ffffff', '--away': isLight ? '#ffffff' : '#000000' };
};
