import { useState } from 'react';
import { Button, Spinner, Switch, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ApiError, useErrorText, useFormat, useT } from '@balcao/sdk/client';
import { ErrorState, SearchBox, SkeletonRows, ToneIcon, ext } from '@balcao/sdk/ui';
import { nameOf, type InstalledPlugin } from '../installed.ts';
import { useDetailStyles } from './detail-styles.ts';
import { useCompanies } from './useCompanies.ts';

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'center', gap: '12px', marginBottom: '12px' },
  count: { color: tokens.colorNeutralForeground3, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
  item: { flexWrap: 'wrap', paddingRight: '4px' },
  name: { cursor: 'pointer' },
  fault: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '6px',
    width: '100%',
    margin: '0 0 4px',
    color: ext.bad,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  more: { display: 'flex', justifyContent: 'center', marginTop: '12px' },
});

export interface CompaniesPartProps {
  plugin: InstalledPlugin;
  plugins: readonly InstalledPlugin[];
}

/** The companies with their switch for the plugin. */
export function CompaniesPart({ plugin, plugins }: CompaniesPartProps) {
  const t = useT();
  const styles = useDetailStyles();
  const { state, toggle, onWith, core } = plugin;
  if (state !== 'running') return <p className={styles.text}>{t('companies.notRunning')}</p>;
  if (onWith !== null) {
    const found = plugins.find((one) => one.id === onWith);
    return <p className={styles.text}>{t('companies.onWithText', { name: found ? nameOf(found) : onWith })}</p>;
  }
  if (toggle === null) return <p className={styles.text}>{t(core ? 'companies.core' : 'companies.alwaysText')}</p>;
  return <CompanySwitches plugin={plugin} plugins={plugins} />;
}

function CompanySwitches({ plugin, plugins }: CompaniesPartProps) {
  const t = useT();
  const format = useFormat();
  const shared = useDetailStyles();
  const styles = useStyles();
  const errorText = useErrorText();
  const [term, setTerm] = useState('');
  const list = useCompanies(plugin.id, term);
  const { companies, count, error, hasMore } = list;

  const reason = (fault: unknown): string => {
    const ids = fault instanceof ApiError ? fault.context['plugins'] : undefined;
    if (!(fault instanceof ApiError) || !Array.isArray(ids)) return errorText(fault);
    const names = ids
      .map((id) => plugins.find((one) => one.id === id))
      .map((found, index) => (found ? nameOf(found) : String(ids[index])));
    return t(fault.code === 'ERR_PLUGIN_REQUIRED' ? 'companies.required' : 'companies.dependents', {
      names: names.join(', '),
    });
  };

  return (
    <>
      <div className={styles.head}>
        <SearchBox value={term} onChange={setTerm} wait={300} placeholder={t('companies.search')} />
        {count !== undefined && (
          <span className={styles.count} role="status">
            {t('companies.count', { count, shown: format.number(count) })}
          </span>
        )}
      </div>
      {!companies &&
        (error ? <ErrorState error={error} onRetry={list.refetch} /> : <SkeletonRows rows={6} height={44} />)}
      {companies?.length === 0 && (
        <p className={shared.text}>{term ? t('companies.none', { term }) : t('companies.noneAtAll')}</p>
      )}
      {companies && companies.length > 0 && (
        <ul className={shared.list} aria-label={t('companies.list', { plugin: nameOf(plugin) })}>
          {companies.map((company) => {
            const { id, name, on } = company;
            const fault = list.faults.get(id);
            const switchId = `company-${id}`;
            return (
              <li key={id} className={mergeClasses(shared.item, styles.item)}>
                <label className={mergeClasses(shared.words, styles.name)} htmlFor={switchId}>
                  {name}
                </label>
                <Switch
                  id={switchId}
                  checked={on}
                  disabled={list.busy.has(id)}
                  aria-label={name}
                  {...(fault === undefined ? {} : { 'aria-describedby': `${switchId}-fault` })}
                  onChange={(_, data) => void list.change(company, data.checked)}
                />
                {fault !== undefined && (
                  <p id={`${switchId}-fault`} className={styles.fault} role="alert">
                    <ToneIcon tone="bad" />
                    {reason(fault)}
                  </p>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {hasMore && (
        <div className={styles.more}>
          <Button
            disabledFocusable={list.isFetchingMore}
            {...(list.isFetchingMore && { icon: <Spinner size="tiny" aria-hidden="true" /> })}
            onClick={list.more}
          >
            {t('companies.more')}
          </Button>
        </div>
      )}
    </>
  );
}
