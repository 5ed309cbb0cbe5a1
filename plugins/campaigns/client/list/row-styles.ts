import { makeStyles, tokens } from '@fluentui/react-components';

const cards = '@media (max-width: 859px)';

/** Styles of the table of campaigns: rows of 64, and cards on a narrow screen. */
export const useRowStyles = makeStyles({
  table: { width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed', [cards]: { display: 'block' } },
  head: { [cards]: { display: 'none' } },
  header: {
    height: '40px',
    padding: '0 12px 0 0',
    textAlign: 'start',
    fontWeight: tokens.fontWeightMedium,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  wideHeader: { width: '108px', '@media (max-width: 1279px)': { display: 'none' } },
  group: {
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    [cards]: {
      display: 'block',
      marginBottom: '12px',
      padding: '12px',
      border: `1px solid ${tokens.colorNeutralStroke2}`,
      borderRadius: tokens.borderRadiusXLarge,
    },
  },
  row: { height: '64px', [cards]: { display: 'flex', flexDirection: 'column', gap: '8px', height: 'auto' } },
  name: {
    padding: '8px 12px 8px 0',
    textAlign: 'start',
    fontWeight: tokens.fontWeightRegular,
    [cards]: { padding: 0 },
  },
  cell: { padding: '8px 16px 8px 0', minWidth: 0, overflow: 'hidden', [cards]: { padding: 0 } },
  wide: {
    padding: '8px 12px 8px 0',
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
    '@media (max-width: 1279px)': { display: 'none' },
  },
  actions: { textAlign: 'end', [cards]: { textAlign: 'start' } },
  buttons: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    [cards]: { display: 'flex', '& > button:first-child': { flexGrow: 1, minHeight: '40px' } },
  },
  bandRow: { [cards]: { display: 'block', marginTop: '8px' } },
  bandCell: { padding: '0 0 12px', [cards]: { display: 'block', padding: 0 } },
});
