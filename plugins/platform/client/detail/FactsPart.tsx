import { Link } from 'react-router-dom';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { ConditionPill } from '../ConditionPill.tsx';
import { conditionOf, nameOf, requiredBy, type InstalledPlugin } from '../installed.ts';
import { useDetailStyles } from './detail-styles.ts';

const useStyles = makeStyles({
  facts: { margin: 0, display: 'grid', gridTemplateColumns: '140px minmax(0, 1fr)', gap: '8px 12px' },
  name: { color: tokens.colorNeutralForeground3 },
  value: { margin: 0, overflowWrap: 'anywhere' },
  link: {
    color: tokens.colorBrandForeground1,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusSmall,
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
});

export interface FactsPartProps {
  plugin: InstalledPlugin;
  plugins: readonly InstalledPlugin[];
  addressOf(id: string): string;
}

/** Facts about a plugin, with the plugins it depends on and those that depend on it. */
export function FactsPart({ plugin, plugins, addressOf }: FactsPartProps) {
  const t = useT();
  const shared = useDetailStyles();
  const styles = useStyles();
  const { id, version, publisher, license, sdk, core, firstParty, requires, optional } = plugin;
  const switchText = ({ toggle, onWith }: InstalledPlugin): string => {
    if (onWith !== null) {
      const found = plugins.find((one) => one.id === onWith);
      return t('facts.onWith', { name: found ? nameOf(found) : onWith });
    }
    return t(core ? 'facts.core' : toggle === null ? 'facts.alwaysOn' : 'facts.byCompany');
  };
  const facts: [name: string, value: string | undefined, mono?: boolean][] = [
    [t('facts.id'), id, true],
    [t('facts.version'), version],
    [t('facts.publisher'), publisher],
    [t('facts.license'), license],
    [t('facts.sdk'), sdk, true],
    [t('facts.origin'), t(firstParty ? 'origin.ownText' : 'origin.outsideText')],
    [t('facts.switch'), switchText(plugin)],
  ];
  const others = (title: string, none: string | undefined, ids: readonly [id: string, range: string][]) =>
    (ids.length > 0 || none !== undefined) && (
      <section className={shared.section}>
        <h3 className={shared.heading}>{title}</h3>
        {ids.length === 0 ? (
          <p className={shared.text}>{none}</p>
        ) : (
          <ul className={shared.list}>
            {ids.map(([other, range]) => {
              const found = plugins.find((one) => one.id === other);
              return (
                <li key={other} className={shared.item}>
                  <div className={shared.words}>
                    {found ? (
                      <span>
                        <Link className={styles.link} to={addressOf(other)}>
                          {nameOf(found)}
                        </Link>
                      </span>
                    ) : (
                      <span>{other}</span>
                    )}
                    {range && <span className={mergeClasses(shared.quiet, shared.mono)}>{range}</span>}
                  </div>
                  <span className={shared.end}>
                    {found ? <ConditionPill condition={conditionOf(found)} /> : t('facts.notInstalled')}
                  </span>
                </li>
              );
            })}
          </ul>
        )}
      </section>
    );
  return (
    <>
      <dl className={styles.facts}>
        {facts.flatMap(([name, value, mono]) =>
          value
            ? [
                <dt key={name} className={styles.name}>
                  {name}
                </dt>,
                <dd key={`${name} is`} className={mergeClasses(styles.value, mono && shared.mono)}>
                  {value}
                </dd>,
              ]
            : [],
        )}
      </dl>
      {others(t('facts.requires'), t('facts.requiresNone'), Object.entries(requires))}
      {others(
        t('facts.requiredBy'),
        t('facts.requiredByNone'),
        requiredBy(id, plugins).map((other) => [other.id, other.requires[id] ?? '']),
      )}
      {others(t('facts.optional'), undefined, Object.entries(optional))}
    </>
  );
}
