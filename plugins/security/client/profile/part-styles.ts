import { makeStyles, tokens } from '@fluentui/react-components';

export const usePartStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', gap: '12px' },
  head: { display: 'flex', alignItems: 'center', gap: '12px', flexWrap: 'wrap' },
  title: {
    margin: 0,
    flexGrow: 1,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  text: { margin: 0, color: tokens.colorNeutralForeground3, textWrap: 'pretty' },
  buttons: { display: 'flex', gap: '8px', flexWrap: 'wrap' },
});
