import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ArrowSync16Filled,
  CheckmarkCircle16Filled,
  Copy16Filled,
  ErrorCircle16Filled,
  Prohibited16Filled,
  Warning16Filled,
} from '@fluentui/react-icons';
import { useFormat, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { ImportRow } from './list-import.ts';

const useStyles = makeStyles({
  line: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: '8px' },
  word: { display: 'inline-flex', alignItems: 'center', gap: '6px', fontWeight: tokens.fontWeightSemibold },
  why: { color: tokens.colorNeutralForeground3 },
  ok: { color: ext.ok },
  info: { color: ext.info },
  warn: { color: ext.warn },
  bad: { color: ext.bad },
  quiet: { color: tokens.colorNeutralForeground2 },
});

/** The verdict of one row, with its reason. */
export function RowVerdict({ row: { verdict, note } }: { row: Pick<ImportRow, 'verdict' | 'note'> }) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const colon = note?.indexOf(':') ?? -1;
  const key = note === null ? '' : colon === -1 ? note : note.slice(0, colon);
  const rest = note !== null && colon !== -1 ? note.slice(colon + 1) : '';
  const kind = verdict === 'new' && (key === 'countryCode' || key === 'email') ? key : verdict;
  const [tone, Icon] = {
    new: [styles.ok, CheckmarkCircle16Filled] as const,
    countryCode: [styles.ok, CheckmarkCircle16Filled] as const,
    email: [styles.warn, Warning16Filled] as const,
    known: [styles.info, ArrowSync16Filled] as const,
    repeated: [styles.quiet, Copy16Filled] as const,
    'opted-out': [styles.warn, Prohibited16Filled] as const,
    refused: [styles.bad, ErrorCircle16Filled] as const,
  }[kind];
  const why =
    kind === 'new'
      ? ''
      : kind === 'known' || kind === 'countryCode' || kind === 'email'
        ? t(`import.row.why.${kind}`)
        : t(`reason.${key}`, { line: rest, date: key === 'opted-out' ? format.date(rest) : '' });
  return (
    <span className={styles.line}>
      <span className={mergeClasses(styles.word, tone)}>
        <Icon aria-hidden="true" />
        {t(`import.row.${kind}`)}
      </span>
      {why && <span className={styles.why}>{why}</span>}
    </span>
  );
}
