import type { Theme } from '@fluentui/react-components';
import type { ExtraTokens } from '@balcao/sdk/ui';

/** Font sizes for desktop screens. */
export const type: Partial<Theme> & Pick<ExtraTokens, 'fontSizeMessage' | 'lineHeightMessage'> = {
  fontFamilyBase: "'Inter Variable', 'Segoe UI Variable Text', 'Segoe UI', system-ui, 'Noto Color Emoji', sans-serif",
  fontFamilyNumeric: "'Inter Variable', 'Segoe UI', system-ui, sans-serif",
  fontSizeBase100: '11px',
  lineHeightBase100: '16px',
  fontSizeBase200: '12px',
  lineHeightBase200: '16px',
  fontSizeBase300: '13px',
  lineHeightBase300: '20px',
  fontSizeBase400: '15px',
  lineHeightBase400: '20px',
  fontSizeBase500: '18px',
  lineHeightBase500: '24px',
  fontSizeBase600: '22px',
  lineHeightBase600: '28px',
  fontSizeHero700: '28px',
  lineHeightHero700: '36px',
  fontSizeMessage: '14px',
  lineHeightMessage: '20px',
  borderRadiusSmall: '4px',
  borderRadiusMedium: '6px',
  borderRadiusLarge: '8px',
  borderRadiusXLarge: '12px',
};

/** Larger sizes under 600 px: for fingers, and so that browsers do not zoom into a focused field. */
export const touchType: Partial<Theme> & Pick<ExtraTokens, 'fontSizeMessage' | 'lineHeightMessage'> = {
  fontSizeBase100: '12px',
  fontSizeBase200: '13px',
  lineHeightBase200: '18px',
  fontSizeBase300: '15px',
  fontSizeBase400: '16px',
  fontSizeMessage: '16px',
  lineHeightMessage: '22px',
};
