import { ToggleButton, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { ListImport, Verdict } from './list-import.ts';

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
  dot: { width: '8px', height: '8px', borderRadius: '50%', marginInlineEnd: '6px' },
  ok: { backgroundColor: ext.ok },
  info: { backgroundColor: ext.info },
  quiet: { backgroundColor: tokens.colorNeutralForeground3 },
  warn: { backgroundColor: ext.warn },
  bad: { backgroundColor: ext.bad },
  count: { marginInlineStart: '6px', fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums' },
});

export interface VerdictFilterProps {
  details: ListImport;
  value: Verdict | undefined;
  onChange(value: Verdict | undefined): void;
}

/** The number of rows of each verdict; a press shows only those. */
export function VerdictFilter({ details: { verdicts, total }, value, onChange }: VerdictFilterProps) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const options: { verdict: Verdict | undefined; count: number; tone?: string }[] = [
    { verdict: undefined, count: total },
    { verdict: 'new', count: verdicts.new, tone: styles.ok },
    { verdict: 'known', count: verdicts.known, tone: styles.info },
    { verdict: 'repeated', count: verdicts.repeated, tone: styles.quiet },
    { verdict: 'opted-out', count: verdicts.optedOut, tone: styles.warn },
    { verdict: 'refused', count: verdicts.refused, tone: styles.bad },
  ];
  return (
    <div className={styles.line} role="group" aria-label={t('import.verdicts')}>
      {options.map(({ verdict, count, tone }) => (
        <ToggleButton key={verdict ?? 'all'} size="small" checked={verdict === value} onClick={() => onChange(verdict)}>
          {tone && <span className={mergeClasses(styles.dot, tone)} aria-hidden="true" />}
          {t(`import.verdict.${verdict ?? 'all'}`)}
          <span className={styles.count}>{format.number(count)}</span>
        </ToggleButton>
      ))}
    </div>
  );
}
