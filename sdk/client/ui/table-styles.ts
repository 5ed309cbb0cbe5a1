import { makeStyles, tokens } from '@fluentui/react-components';
import { ext } from './tokens.ts';

export const useTableStyles = makeStyles({
  table: { width: '100%', borderCollapse: 'separate', borderSpacing: 0, textAlign: 'left' },
  head: {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    height: '40px',
    paddingInline: '8px',
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightMedium,
    textAlign: 'left',
    whiteSpace: 'nowrap',
  },
  row: {
    transitionProperty: 'background-color',
    transitionDuration: tokens.durationFaster,
    // Icons on every row would distract from the content; they become prominent on hover and focus.
    '@media (hover: hover)': {
      '&:not(:hover):not(:focus-within) [data-quiet] button[data-icon]:not(:disabled)': {
        opacity: 0.6,
      },
    },
  },
  clickable: {
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  bad: { backgroundColor: ext.badBg },
  warn: { backgroundColor: ext.warnBg },
  cell: {
    padding: '6px 8px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    overflowWrap: 'anywhere',
    verticalAlign: 'middle',
    // Inline content such as a pill is centred in its line instead of aligned to its baseline.
    '& > *': { verticalAlign: 'middle' },
  },
  start: { textAlign: 'left' },
  center: { textAlign: 'center' },
  end: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  // Without the gap, right-aligned content would nearly touch the next column.
  apart: { '& + td': { paddingInlineStart: '24px' }, '& + th': { paddingInlineStart: '24px' } },
  cards: { display: 'block', '& > tbody': { display: 'block' } },
  card: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '4px 8px',
    padding: '12px 4px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  pickable: { gridTemplateColumns: 'auto minmax(0, 1fr) auto' },
  tick: { paddingInline: 0 },
  allLine: { marginInlineStart: '-4px' },
  tickLine: { gridColumn: '1 / 2', gridRow: '1', marginInlineStart: '-8px' },
  line: {
    gridColumn: '1 / -1',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '12px',
    padding: 0,
    minHeight: '24px',
    borderBottom: 'none',
    textAlign: 'right',
    // The thumb of a switch is moved from its start.
    '& .fui-Switch__indicator': { textAlign: 'left' },
  },
  lineName: {
    flexShrink: 0,
    marginRight: 'auto',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  titleLine: {
    gridColumn: '-3 / -2',
    gridRow: '1',
    justifyContent: 'flex-start',
    textAlign: 'left',
    fontWeight: tokens.fontWeightSemibold,
  },
  actionsLine: { gridColumn: '-2 / -1', gridRow: '1', gap: 0 },
  hidden: { display: 'none' },
  after: { minHeight: '1px', paddingBlock: '4px', display: 'flex', justifyContent: 'center' },
  heardOnly: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    margin: '-1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
});
