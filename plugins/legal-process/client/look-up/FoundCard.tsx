import { makeStyles, tokens } from '@fluentui/react-components';
import { Clock16Regular, Gavel20Regular } from '@fluentui/react-icons';
import { useErrorText, useFormat, useT } from '@balcao/sdk/client';
import { Bar, TwoLines, ext } from '@balcao/sdk/ui';
import type { FoundCase } from '../data.ts';
import { useCourtFormat } from '../court-format.ts';
import { dayText } from '../day-text.ts';

const shownSteps = 4;

const useStyles = makeStyles({
  card: {
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    overflow: 'hidden',
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px', padding: '12px 16px' },
  tile: {
    display: 'grid',
    placeItems: 'center',
    width: '36px',
    height: '36px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
    flexShrink: 0,
  },
  names: { flex: '1 1 200px', minWidth: 0 },
  age: { display: 'flex', alignItems: 'center', gap: '4px', color: tokens.colorNeutralForeground3 },
  facts: {
    display: 'grid',
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    gap: '8px 16px',
    margin: 0,
    padding: '10px 16px',
    backgroundColor: tokens.colorNeutralBackground2,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 599px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  name: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  value: { margin: 0, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' },
  none: { color: tokens.colorNeutralForeground3 },
  steps: { padding: '8px 16px 12px' },
  line: { display: 'flex', justifyContent: 'space-between', paddingBlock: '4px 8px' },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  list: { listStyle: 'none', margin: 0, padding: 0 },
  step: {
    display: 'grid',
    gridTemplateColumns: '100px minmax(0, 1fr)',
    paddingBlock: '6px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  date: { fontVariantNumeric: 'tabular-nums' },
  bad: { color: ext.bad },
});

/** A case that a look-up found: its kind, four facts and the newest steps. */
export function FoundCard({ found }: { found: FoundCase }) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const courtFormat = useCourtFormat();
  const errorText = useErrorText();
  const none = <span className={styles.none}>{t('value.none')}</span>;
  const facts = [
    [t('fact.start'), dayText(found.distribuicao)],
    [t('fact.updated'), found.dataHoraUltimaAtualizacao && courtFormat.dateTime(found.dataHoraUltimaAtualizacao)],
    [t('fact.judge'), found.juiz],
    [t('fact.control'), found.controle],
  ] as const;
  // Of a source that is still asking the court the dialog tells.
  const failed = found.sources.filter(({ fault }) => fault !== null && fault !== 'ERR_LEGAL_WORKING');
  // An answer from the store of a source is older than the moment at which it was read.
  const oldest = found.isPending ? undefined : found.sources.flatMap(({ at }) => at ?? []).toSorted()[0];
  return (
    <>
      {failed.map(({ id, label, fault, at }) => (
        <Bar key={id} tone="warn">
          {at === null
            ? t('source.failed', { source: label, reason: errorText(fault) })
            : t('source.stale', { source: label, at: format.dateTime(at), reason: errorText(fault) })}
        </Bar>
      ))}
      <section className={styles.card} aria-label={found.numero_processo}>
        <div className={styles.head}>
          <span className={styles.tile}>
            <Gavel20Regular aria-hidden />
          </span>
          <span className={styles.names}>
            <TwoLines text={found.classe ?? t('value.noClass')} below={found.jurisdiction ?? ''} />
          </span>
          {oldest !== undefined && (
            <span className={styles.age}>
              <Clock16Regular aria-hidden />
              {t('source.age', { at: format.relative(oldest) })}
            </span>
          )}
        </div>
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt className={styles.name}>{name}</dt>
              <dd className={styles.value}>{value ? value : none}</dd>
            </div>
          ))}
        </dl>
        <div className={styles.steps}>
          <div className={styles.line}>
            <h3 className={styles.title}>{t('steps.found')}</h3>
            <span className={styles.none}>
              {t('steps.count', {
                shown: Math.min(shownSteps, found.movimentacoes.length),
                count: found.movimentacoes.length,
              })}
            </span>
          </div>
          <ul className={styles.list}>
            {found.movimentacoes.slice(0, shownSteps).map((step) => (
              <li key={`${step.data}${step.movimento}${step.instance}`} className={styles.step}>
                <span className={styles.date}>{courtFormat.date(step.data)}</span>
                <TwoLines
                  text={
                    step.kind === 'publication' ? t('steps.publication', { title: step.movimento }) : step.movimento
                  }
                  below={step.plain ?? step.detail ?? ''}
                />
              </li>
            ))}
          </ul>
        </div>
      </section>
    </>
  );
}
