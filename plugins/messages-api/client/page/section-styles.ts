import { makeStyles, tokens } from '@fluentui/react-components';

/** Styles of the page’s titled sections and their cards. */
export const useSectionStyles = makeStyles({
  section: { maxWidth: '920px', marginBottom: '36px' },
  head: { display: 'flex', alignItems: 'flex-end', gap: '16px', flexWrap: 'wrap' },
  words: { flexGrow: 1, minWidth: '220px' },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  text: { margin: '2px 0 0', color: tokens.colorNeutralForeground3, maxWidth: '68ch' },
  card: {
    marginTop: '12px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '10px',
    overflow: 'hidden',
  },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  link: {
    color: tokens.colorBrandForeground1,
    textDecorationLine: 'underline',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
    '@media (max-width: 599px)': { paddingBlock: '10px', display: 'inline-block' },
  },
  mono: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
});
