import { useState } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Copy20Regular, DocumentPdf16Regular, News16Filled } from '@fluentui/react-icons';
import { foldText, useLanguage, useT, useToasts } from '@balcao/sdk/client';
import { Count, EmptyState, IconButton, SearchBox, Segment } from '@balcao/sdk/ui';
import { courtZone } from '../../court-zone.ts';
import { useCourtFormat } from '../court-format.ts';
import type { CaseStep } from '../data.ts';

/** Steps that are drawn before more are asked for. */
const perPage = 100;

const useStyles = makeStyles({
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px', margin: '20px 0 8px' },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  tools: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px',
    marginLeft: 'auto',
    '@media (max-width: 599px)': { marginLeft: 0, width: '100%' },
  },
  search: { width: '180px', '@media (max-width: 599px)': { width: '100%' } },
  month: {
    margin: '12px 0 4px 92px',
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground2,
    '@media (max-width: 599px)': { marginLeft: '72px' },
  },
  list: { listStyle: 'none', margin: 0, padding: 0 },
  step: {
    display: 'grid',
    gridTemplateColumns: '56px 28px minmax(0, 1fr) auto',
    padding: '8px',
    borderRadius: tokens.borderRadiusLarge,
    ':hover': { backgroundColor: tokens.colorNeutralBackground2 },
    '@media (max-width: 599px)': { gridTemplateColumns: '48px 24px minmax(0, 1fr) auto', padding: '8px 0' },
  },
  date: { fontVariantNumeric: 'tabular-nums', lineHeight: tokens.lineHeightBase300 },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, display: 'block' },
  dot: {
    width: '10px',
    height: '10px',
    margin: '5px auto 0',
    borderRadius: '50%',
    boxSizing: 'border-box',
    border: `2px solid ${tokens.colorNeutralStrokeAccessible}`,
  },
  newDot: { backgroundColor: tokens.colorBrandBackground, border: 'none' },
  disc: {
    display: 'grid',
    placeItems: 'center',
    width: '20px',
    height: '20px',
    margin: '0 auto',
    borderRadius: '50%',
    backgroundColor: tokens.colorNeutralBackground4,
    color: tokens.colorNeutralForeground2,
    '& > svg': { width: '12px', height: '12px' },
  },
  newDisc: { backgroundColor: tokens.colorBrandBackground, color: tokens.colorNeutralForegroundOnBrand },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' },
  name: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  instance: {
    paddingInline: '6px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    fontSize: tokens.fontSizeBase200,
  },
  isNew: { color: tokens.colorBrandForeground1, fontSize: tokens.fontSizeBase200 },
  text: { margin: '2px 0 0', color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
  files: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginTop: '6px' },
  more: { display: 'flex', justifyContent: 'center', marginTop: '12px' },
});

/** The steps of a case by month, newest first. */
export function Steps({ steps, newIds }: { steps: readonly CaseStep[]; newIds: ReadonlySet<number> }) {
  const t = useT();
  const styles = useStyles();
  const language = useLanguage();
  const [kind, setKind] = useState('all');
  const [term, setTerm] = useState('');
  const [shown, setShown] = useState(perPage);
  const words = foldText(term);
  const matches = steps.filter(
    (step) =>
      (kind === 'all' || step.kind === kind) &&
      (words === '' || foldText(`${step.title} ${step.description ?? ''} ${step.plain ?? ''}`).includes(words)),
  );
  const countOf = (wanted: CaseStep['kind']): number => steps.filter((step) => step.kind === wanted).length;
  const months = new Intl.DateTimeFormat({ pt: 'pt-BR', en: 'en', es: 'es' }[language], {
    timeZone: courtZone,
    month: 'long',
    year: 'numeric',
  });
  const groups = Map.groupBy(matches.slice(0, shown), ({ timestamp }) => months.format(new Date(timestamp)));
  return (
    <section aria-label={t('steps.title')}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('steps.title')}</h2>
        {newIds.size > 0 && (
          <Count
            value={newIds.size}
            unread
            label={t(newIds.size === 1 ? 'new.one' : 'new.many', { count: newIds.size })}
          />
        )}
        <div className={styles.tools}>
          <Segment
            label={t('steps.kind')}
            value={kind}
            onChange={setKind}
            options={[
              { value: 'all', label: t('steps.all'), count: steps.length },
              { value: 'movement', label: t('steps.movements'), count: countOf('movement') },
              { value: 'publication', label: t('steps.publications'), count: countOf('publication') },
            ]}
          />
          <SearchBox
            value={term}
            onChange={setTerm}
            wait={200}
            className={styles.search}
            placeholder={t('steps.search')}
          />
        </div>
      </div>
      {matches.length === 0 && <EmptyState title={t(steps.length === 0 ? 'value.noStep' : 'steps.none')} />}
      {[...groups].map(([month, some]) => (
        <div key={month}>
          <h3 className={styles.month}>{month.charAt(0).toUpperCase() + month.slice(1)}</h3>
          <ul className={styles.list}>
            {some.map((step) => (
              <StepRow key={step.id} step={step} isNew={newIds.has(step.id)} />
            ))}
          </ul>
        </div>
      ))}
      {matches.length > shown && (
        <div className={styles.more}>
          <Button onClick={() => setShown(shown + perPage)}>
            {t('steps.more', { count: matches.length - shown })}
          </Button>
        </div>
      )}
    </section>
  );
}

function StepRow({ step, isNew }: { step: CaseStep; isNew: boolean }) {
  const t = useT();
  const styles = useStyles();
  const format = useCourtFormat();
  const toasts = useToasts();
  const isPublication = step.kind === 'publication';
  const title = isPublication ? t('steps.publication', { title: step.title }) : step.title;
  const text = step.plain ?? step.description;
  const copy = (): void => {
    const lines = `${format.date(step.timestamp)}: ${title}${text === null ? '' : `. ${text}`}`;
    navigator.clipboard.writeText(lines).then(
      () => toasts.success(t('steps.copied')),
      (error: unknown) => toasts.error(error),
    );
  };
  return (
    <li className={styles.step}>
      <time className={styles.date} dateTime={step.timestamp}>
        {format.date(step.timestamp).slice(0, 5)}
        {!isPublication && <span className={styles.quiet}>{format.clock(step.timestamp)}</span>}
      </time>
      {isPublication ? (
        <span className={mergeClasses(styles.disc, isNew && styles.newDisc)}>
          <News16Filled aria-hidden />
        </span>
      ) : (
        <span className={mergeClasses(styles.dot, isNew && styles.newDot)} />
      )}
      <div>
        <div className={styles.line}>
          <span className={styles.name}>{title}</span>
          {step.instance !== '' && <span className={styles.instance}>{step.instance}</span>}
          {isNew && <span className={styles.isNew}>{t('steps.new')}</span>}
          {step.isLate && <span className={styles.quiet}>{t('steps.late')}</span>}
        </div>
        {text !== null && <p className={styles.text}>{text}</p>}
        {step.plain !== null && step.description !== null && <span className={styles.quiet}>{step.description}</span>}
        {step.files.length > 0 && (
          <div className={styles.files}>
            {step.files.map(({ description, url }) => (
              <Button
                key={url}
                as="a"
                size="small"
                icon={<DocumentPdf16Regular />}
                href={url}
                target="_blank"
                rel="noopener noreferrer"
              >
                {t('steps.file', { name: description })}
              </Button>
            ))}
          </div>
        )}
      </div>
      <IconButton size="small" icon={<Copy20Regular />} label={t('steps.copy')} onClick={copy} />
    </li>
  );
}
