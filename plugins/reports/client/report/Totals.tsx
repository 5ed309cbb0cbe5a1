import type { ReactNode } from 'react';
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { minAnswers } from '../dashboard/RatingsCard.tsx';
import { Definition } from '../parts/Definition.tsx';
import { duration, durationParts } from '../parts/duration.ts';
import { useCardStyles } from '../parts/styles.ts';
import type { Summary } from './use-report.ts';

const useStyles = makeStyles({
  // Four and three, instead of six and one that is alone.
  oneOfSeven: { '@media (min-width: 600px) and (max-width: 1180px)': { flexBasis: '22%' } },
});

/** The seven figures of what the filter selects: medians large, means and p90 small. */
export function Totals({ summary }: { summary: Summary }) {
  const t = useT();
  const { number } = useFormat();
  const styles = { ...useCardStyles(), ...useStyles() };
  const { attendances, closed, unattended, contacts, wait, reply, support, rates } = summary;
  const cell = (name: string, value: string, unit: string, below: ReactNode) => (
    <div key={name} className={mergeClasses(styles.cell, styles.oneOfSeven)} data-figure={name}>
      <span className={styles.head}>
        {t(`figure.${name}`)}
        <Definition of={name} />
      </span>
      <span className={styles.figure}>
        {value}
        {unit && <span className={styles.unit}>{unit}</span>}
      </span>
      <span className={styles.below}>{below || ' '}</span>
    </div>
  );
  const time = (name: 'wait' | 'reply' | 'support', { median, mean, p90 }: Summary['wait']) => {
    const shown = median ?? mean;
    const parts = shown === null ? undefined : durationParts(shown, number);
    const below =
      median === null
        ? mean === null
          ? ''
          : t('totals.meanOnly')
        : t('totals.spread', { mean: duration(mean, number), p90: duration(p90, number) });
    return cell(
      name,
      parts?.value ?? '—',
      parts ? `${parts.unit}${median === null ? '' : ` ${t('totals.median')}`}` : '',
      below,
    );
  };
  const share = (part: number, whole: number): string =>
    whole === 0 ? '' : `${number(Math.round((part / whole) * 1000) / 10)}%`;
  return (
    <section className={styles.cells} aria-label={t('totals.title')}>
      {cell('attendances', number(attendances), '', contacts === null ? '' : t('totals.contacts', { count: contacts }))}
      {cell('supportFinished', number(closed), '', share(closed, attendances))}
      {time('wait', wait)}
      {time('reply', reply)}
      {time('support', support)}
      {cell(
        'unattended',
        number(unattended),
        '',
        unattended > 0 && (
          <span className={styles.bad}>{t('totals.ofAll', { share: share(unattended, attendances) })}</span>
        ),
      )}
      {cell(
        'rating',
        rates.mean === null ? '—' : number(rates.mean),
        rates.mean === null ? '' : t('totals.ofThree'),
        rates.count === 0
          ? t('totals.noAnswers')
          : `${t('totals.answers', { count: rates.count })}${rates.count < minAnswers ? ` · ${t('few')}` : `, ${share(rates.count, closed)}`}`,
      )}
    </section>
  );
}
