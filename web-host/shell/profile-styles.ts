import { makeStyles, tokens } from '@fluentui/react-components';

export const useProfileStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
  who: { display: 'flex', alignItems: 'center', gap: '16px' },
  names: { minWidth: 0, display: 'flex', flexDirection: 'column' },
  name: {
    fontWeight: tokens.fontWeightSemibold,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
  },
  change: { marginTop: '8px' },
  quiet: { color: tokens.colorNeutralForeground3 },
  submit: { alignSelf: 'flex-end' },
});
