import { makeStyles, tokens } from '@fluentui/react-components';

/** A table of numbers: names at the left, figures at the right, one under the other. */
export const useTableStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    tableLayout: 'fixed',
    fontVariantNumeric: 'tabular-nums',
    '& th, & td': { textAlign: 'right', padding: '0 6px', height: '40px' },
    '& th:first-child': { textAlign: 'left', paddingLeft: 0, width: '28%' },
    '& td:last-child, & th:last-child': { paddingRight: 0 },
    '& thead th': {
      height: '32px',
      fontWeight: tokens.fontWeightRegular,
      fontSize: tokens.fontSizeBase200,
      color: tokens.colorNeutralForeground3,
    },
    '& tbody th': { fontWeight: tokens.fontWeightRegular, overflow: 'hidden' },
    '& tbody tr': { borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
    '@media (max-width: 599px)': {
      '& th, & td': { padding: '0 3px' },
      '& th:first-child': { width: '31%' },
      // The longest sums fit.
      '& th:last-child': { width: '30%' },
      fontSize: tokens.fontSizeBase200,
    },
  },
});
