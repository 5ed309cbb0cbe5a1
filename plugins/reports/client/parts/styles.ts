import { makeStyles, tokens } from '@fluentui/react-components';
import { ext } from '@balcao/sdk/ui';

export const useCardStyles = makeStyles({
  cells: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '1px',
    overflow: 'hidden',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralStroke2,
  },
  cell: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2px',
    // The cells of a last row that is not full share its width.
    flex: '1 1 150px',
    boxSizing: 'border-box',
    minWidth: 0,
    padding: '12px 16px',
    backgroundColor: ext.raised,
  },
  head: {
    display: 'flex',
    alignItems: 'end',
    gap: '2px',
    minHeight: '36px',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  figure: {
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeHero700,
    lineHeight: tokens.lineHeightHero700,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    textDecorationLine: 'none',
    whiteSpace: 'nowrap',
  },
  link: {
    borderRadius: tokens.borderRadiusSmall,
    ':hover': { color: tokens.colorBrandForegroundLink, textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  unit: { fontSize: tokens.fontSizeBase300, color: tokens.colorNeutralForeground2, marginInlineStart: '4px' },
  below: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    minHeight: tokens.lineHeightBase200,
  },
  good: { color: ext.ok },
  bad: { color: ext.bad },
  card: {
    padding: '12px 16px 16px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: ext.raised,
    minWidth: 0,
  },
  cardHead: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '8px', minHeight: '32px' },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  stack: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
});
