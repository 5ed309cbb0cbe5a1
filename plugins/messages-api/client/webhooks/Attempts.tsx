import { makeStyles, tokens } from '@fluentui/react-components';
import { useErrorText, useFormat, useT } from '@balcao/sdk/client';
import { StatusPill } from '@balcao/sdk/ui';
import { useSectionStyles } from '../page/section-styles.ts';
import type { DeliveryTry } from '../data/integrations.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  one: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    paddingBlock: '6px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    ':last-child': { borderBottom: 'none' },
  },
  when: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  label: { margin: '4px 0 0', fontSize: tokens.fontSizeBase200, fontWeight: tokens.fontWeightSemibold },
});

/** Returns the text of a call’s failure; an unknown failure stays as reported. */
export function useFaultText(): (fault: string) => string {
  const t = useT();
  const textOf = useErrorText();
  return (fault) => (fault.startsWith('ERR_') ? textOf(fault) : t('log.otherFault', { fault }));
}

/** Every attempt of a delivery, newest first: its time, result and duration. */
export function Attempts({ tries }: { tries: readonly DeliveryTry[] }) {
  const t = useT();
  const styles = useStyles();
  const section = useSectionStyles();
  const format = useFormat();
  const faultText = useFaultText();
  return (
    <>
      <h3 className={styles.label}>{t('log.tries')}</h3>
      <ul className={styles.list} aria-label={t('log.tries')}>
        {tries.map(({ at, answerStatus, durationMs, fault }) => {
          const isTaken = answerStatus !== null && answerStatus >= 200 && answerStatus < 300;
          return (
            <li key={at} className={styles.one}>
              <time className={styles.when} dateTime={at}>
                {format.dateTime(at)}
              </time>
              <StatusPill tone={isTaken ? 'ok' : 'bad'}>
                {answerStatus === null
                  ? faultText(fault ?? 'ERR_NO_ANSWER')
                  : t('log.answered', { status: answerStatus })}
              </StatusPill>
              <span className={section.quiet}>{t('log.ms', { ms: format.number(durationMs) })}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
