import { useId } from 'react';
import { Link } from 'react-router-dom';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ChevronRight16Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import { BreakerNote } from '../BreakerNote.tsx';
import { ConditionPill, toneOf } from '../ConditionPill.tsx';
import { FaultNote } from '../FaultNote.tsx';
import { conditionOf, nameOf, type InstalledPlugin } from '../installed.ts';

/** Further ones are shown with the plugin itself. */
const maxCards = 3;

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: '12px 0 32px', padding: 0, display: 'grid', gap: '12px' },
  card: {
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '10px',
    overflow: 'hidden',
    backgroundColor: ext.raised,
  },
  bad: { border: `1px solid ${ext.badStroke}` },
  head: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '4px 16px',
    padding: '10px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 599px)': { padding: '12px' },
  },
  names: { flex: '1 1 0', minWidth: 0, '@media (max-width: 599px)': { flexBasis: '100%' } },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
  open: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '24px',
    color: tokens.colorBrandForeground1,
    textDecorationLine: 'none',
    fontWeight: tokens.fontWeightMedium,
    borderRadius: tokens.borderRadiusMedium,
    marginInlineStart: 'auto',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
    '@media (max-width: 599px)': { minHeight: '40px' },
  },
  body: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    padding: '12px 16px 16px',
    '@media (max-width: 599px)': { padding: '12px' },
  },
});

export interface TroubleCardsProps {
  plugins: readonly InstalledPlugin[];
  /** Address of one plugin that preserves the state of the list. */
  addressOf(id: string): string;
}

/** The plugins in trouble, each with the reason and the fix. */
export function TroubleCards({ plugins, addressOf }: TroubleCardsProps) {
  const styles = useStyles();
  return (
    <ul className={styles.list}>
      {plugins.map((plugin) => (
        <li key={plugin.id}>
          <TroubleCard plugin={plugin} address={addressOf(plugin.id)} />
        </li>
      ))}
    </ul>
  );
}

function TroubleCard({ plugin, address }: { plugin: InstalledPlugin; address: string }) {
  const t = useT();
  const styles = useStyles();
  const heading = useId();
  const condition = conditionOf(plugin);
  const tone = toneOf[condition] === 'bad' ? 'bad' : 'warn';
  const { id, version, publisher, faults, breakers } = plugin;
  const name = nameOf(plugin);
  const more = faults.length + breakers.length - maxCards;
  return (
    <article className={mergeClasses(styles.card, tone === 'bad' && styles.bad)} aria-labelledby={heading}>
      <header className={styles.head}>
        <div className={styles.names}>
          <h3 id={heading} className={styles.title}>
            {name}
          </h3>
          <span className={styles.quiet}>{[id !== name && id, version, publisher].filter(Boolean).join(' · ')}</span>
        </div>
        <ConditionPill condition={condition} />
        <Link className={styles.open} to={address} aria-label={t('list.openNamed', { name })}>
          {t('list.open')}
          <ChevronRight16Regular aria-hidden="true" />
        </Link>
      </header>
      <div className={styles.body}>
        {faults.slice(0, maxCards).map((fault) => (
          <FaultNote key={`${fault.code} ${fault.message}`} plugin={id} fault={fault} tone={tone} />
        ))}
        {breakers.slice(0, Math.max(maxCards - faults.length, 0)).map((breaker) => (
          <BreakerNote key={`${breaker.where} ${breaker.what}`} breaker={breaker} />
        ))}
        {more > 0 && (
          <Link className={styles.open} to={address}>
            {t('list.moreTrouble', { count: more })}
          </Link>
        )}
      </div>
    </article>
  );
}
