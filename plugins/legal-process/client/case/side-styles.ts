import { makeStyles, tokens } from '@fluentui/react-components';

/** The sections beside a case. */
export const useSideStyles = makeStyles({
  section: {
    padding: '16px 20px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 599px)': { paddingInline: '12px' },
  },
  head: { display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: '8px', marginBottom: '8px' },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  none: { color: tokens.colorNeutralForeground3 },
});
