import { Tooltip, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { ToneIcon, ext } from '@balcao/sdk/ui';
import { BreakerNote } from '../BreakerNote.tsx';
import { toneOf } from '../ConditionPill.tsx';
import { FaultNote } from '../FaultNote.tsx';
import { conditionOf, type InstalledPlugin, type RecentError } from '../installed.ts';
import { callSiteName } from '../call-site-name.ts';
import { useDurations, useSizes } from '../measures.ts';
import { useDetailStyles } from './detail-styles.ts';

const useStyles = makeStyles({
  notes: { display: 'flex', flexDirection: 'column', gap: '16px' },
  well: { display: 'flex', alignItems: 'flex-start', gap: '8px', color: ext.ok },
  wellText: { color: tokens.colorNeutralForeground1 },
  wellIcon: { display: 'flex', paddingTop: '2px' },
  figures: {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    margin: 0,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '10px',
  },
  figure: {
    display: 'flex',
    flexDirection: 'column-reverse',
    justifyContent: 'flex-end',
    padding: '12px',
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    ':last-child': { borderRight: 'none' },
  },
  number: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    letterSpacing: '-0.01em',
  },
  bad: { color: ext.bad },
  places: { margin: '0 0 8px', display: 'flex', flexWrap: 'wrap', gap: '4px 16px', padding: 0, listStyleType: 'none' },
  count: { fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums' },
  error: { alignItems: 'flex-start' },
  message: { overflowWrap: 'anywhere' },
  line: { display: 'flex', flexWrap: 'wrap', gap: '0 8px', alignItems: 'baseline' },
  time: { fontVariantNumeric: 'tabular-nums', width: '44px', flexShrink: 0, paddingTop: '1px' },
});

/** The present faults of a plugin, its recent errors, and its size. */
export function HealthPart({ plugin }: { plugin: InstalledPlugin }) {
  const t = useT();
  const format = useFormat();
  const size = useSizes();
  const duration = useDurations();
  const shared = useDetailStyles();
  const styles = useStyles();
  const { id, version, faults, refused, breakers, errors, loadMs, clientBytes, state } = plugin;
  const tone = toneOf[conditionOf(plugin)] === 'bad' ? 'bad' : 'warn';
  return (
    <>
      {refused && (
        <section className={shared.section}>
          <h3 className={shared.heading}>
            {refused.version === '' ? t('health.refusedUnread') : t('health.refused', { version: refused.version })}
          </h3>
          <p className={shared.text}>{t('health.refusedText', { version })}</p>
          <div className={styles.notes}>
            {refused.faults.map((fault) => (
              <FaultNote key={`${fault.code} ${fault.message}`} plugin={id} fault={fault} tone="bad" />
            ))}
          </div>
        </section>
      )}
      {faults.length > 0 ? (
        <section className={shared.section}>
          <h3 className={shared.heading}>{t('health.faults')}</h3>
          <div className={styles.notes}>
            {faults.map((fault) => (
              <FaultNote key={`${fault.code} ${fault.message}`} plugin={id} fault={fault} tone={tone} />
            ))}
          </div>
        </section>
      ) : (
        breakers.length === 0 &&
        !refused && (
          <p className={mergeClasses(shared.text, styles.well)}>
            <span className={styles.wellIcon}>
              <ToneIcon tone="ok" />
            </span>
            <span className={styles.wellText}>{t(errors.lastHour > 0 ? 'health.wellButErrors' : 'health.well')}</span>
          </p>
        )
      )}
      {breakers.length > 0 && (
        <section className={shared.section}>
          <h3 className={shared.heading}>{t('health.breakers')}</h3>
          <div className={styles.notes}>
            {breakers.map((breaker) => (
              <BreakerNote key={`${breaker.where} ${breaker.what}`} breaker={breaker} />
            ))}
            <p className={shared.text}>{t('health.breakersText')}</p>
          </div>
        </section>
      )}
      {state === 'running' ? (
        <section className={shared.section}>
          <dl className={styles.figures}>
            <Figure
              name={t('health.errors')}
              value={format.number(errors.lastHour)}
              {...(errors.lastHour > 0 && { className: styles.bad })}
            />
            <Figure name={t('health.load')} value={loadMs === null ? '–' : duration(loadMs)} />
            <Figure
              name={t('health.clientBytes')}
              value={clientBytes === null ? t('health.noClient') : size(clientBytes)}
            />
          </dl>
        </section>
      ) : (
        <p className={mergeClasses(shared.text, shared.section)}>{t('health.notRunning')}</p>
      )}
      {(errors.lastHour > 0 || errors.recent.length > 0) && (
        <section className={shared.section}>
          <h3 className={shared.heading}>{t('health.recent')}</h3>
          <ul className={styles.places}>
            {Object.entries(errors.byPlace)
              .toSorted(([, one], [, other]) => other - one)
              .map(([where, count]) => (
                <li key={where}>
                  {callSiteName(where, t)} <span className={styles.count}>{format.number(count)}</span>
                </li>
              ))}
          </ul>
          <ol className={shared.list}>
            {errors.recent.map((error, index) => (
              // Two errors may have the same text and time.
              <li key={`${error.at} ${index}`} className={mergeClasses(shared.item, styles.error)}>
                <ErrorLine error={error} />
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

function Figure({ name, value, className }: { name: string; value: string; className?: string }) {
  const shared = useDetailStyles();
  const styles = useStyles();
  return (
    <div className={styles.figure}>
      <dt className={shared.quiet}>{name}</dt>
      <dd className={mergeClasses(styles.number, className)}>{value}</dd>
    </div>
  );
}

function ErrorLine({ error }: { error: RecentError }) {
  const t = useT();
  const format = useFormat();
  const shared = useDetailStyles();
  const styles = useStyles();
  const { at, where, what, code, message } = error;
  return (
    <>
      <Tooltip relationship="description" content={format.dateTime(at)}>
        <time dateTime={at} className={mergeClasses(shared.quiet, styles.time)}>
          {format.clock(at)}
        </time>
      </Tooltip>
      <div className={shared.words}>
        <span className={styles.message} lang="en">
          {message}
        </span>
        <span className={mergeClasses(shared.quiet, styles.line)}>
          <span>{callSiteName(where, t)}</span>
          <span className={shared.mono}>{what}</span>
          <span className={shared.mono}>{code}</span>
        </span>
      </div>
    </>
  );
}
