import { makeStyles, tokens } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { ToneIcon, ext } from '@balcao/sdk/ui';
import type { OpenBreaker } from './installed.ts';
import { callSiteName } from './call-site-name.ts';

const isPast = (time: string): boolean => Date.parse(time) <= Date.now();

const useStyles = makeStyles({
  note: { display: 'flex', alignItems: 'flex-start', gap: '8px', minWidth: 0 },
  icon: { display: 'flex', paddingTop: '2px', color: ext.warn },
  words: { minWidth: 0, display: 'flex', flexDirection: 'column', gap: '2px' },
  what: { margin: 0, fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  code: {
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
  },
  text: { margin: 0, color: tokens.colorNeutralForeground2, fontVariantNumeric: 'tabular-nums' },
});

/** An open circuit breaker: since when, for whom, and when it is tried again. */
export function BreakerNote({ breaker }: { breaker: OpenBreaker }) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const { where, what, since, until, companies } = breaker;
  return (
    <div className={styles.note}>
      <span className={styles.icon}>
        <ToneIcon tone="warn" />
      </span>
      <div className={styles.words}>
        <p className={styles.what}>
          {callSiteName(where, t)} <span className={styles.code}>{what}</span>
        </p>
        <p className={styles.text}>
          {[
            t('breaker.since', { time: format.clock(since) }),
            isPast(until) ? t('breaker.onTrial') : t('breaker.until', { time: format.clock(until) }),
            companies !== undefined && companies > 0 && t('breaker.companies', { count: companies }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
    </div>
  );
}
