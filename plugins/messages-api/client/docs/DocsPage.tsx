import { useMemo, useState } from 'react';
import { Button, Select, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { api, useLanguage, useT, useToasts, useViewport } from '@balcao/sdk/client';
import { EmptyState, ErrorState, Page, SearchBox, SkeletonRows } from '@balcao/sdk/ui';
import { groupsOf, type OpenApi } from './document.ts';
import { OperationCard } from './OperationCard.tsx';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: '220px minmax(0, 1fr)',
    gap: '32px',
    '@media (max-width: 859px)': { gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  },
  groups: { position: 'sticky', top: 0, alignSelf: 'start', maxHeight: '80vh', overflowY: 'auto' },
  group: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '8px',
    width: '100%',
    minHeight: '32px',
    alignItems: 'center',
    padding: '4px 10px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  chosen: {
    backgroundColor: tokens.colorNeutralBackground1Selected,
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
  },
  count: {
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
    fontWeight: tokens.fontWeightRegular,
  },
  intro: { margin: '0 0 16px', color: tokens.colorNeutralForeground3, maxWidth: '68ch' },
  head: { display: 'flex', alignItems: 'baseline', gap: '10px', margin: '0 0 8px' },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  section: { marginBottom: '28px', maxWidth: '920px' },
  search: { marginBottom: '8px' },
});

/** The API documentation for this company and person, which can be searched and tried. */
export default function DocsPage() {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const language = useLanguage();
  const { touch } = useViewport();
  const [address, setAddress] = useSearchParams();
  const [term, setTerm] = useState('');
  const [token, setToken] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['messages-api', 'openapi', language],
    queryFn: ({ signal }) => api.get<OpenApi>('/openapi.json', {}, { signal }),
  });
  const groups = useMemo(() => (data ? groupsOf(data, term) : []), [data, term]);
  const asked = address.get('group');
  const group = groups.find(({ name }) => name === asked) ?? groups[0];
  const choose = (name: string): void => setAddress({ group: name }, { replace: true });

  const download = async (): Promise<void> => {
    try {
      const { blob, name } = await api.file('/openapi.json', { download: true });
      const link = document.createElement('a');
      link.href = URL.createObjectURL(blob);
      link.download = name ?? 'openapi.json';
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (failure) {
      toasts.error(failure);
    }
  };
  const search = (
    <SearchBox
      value={term}
      onChange={(typed) => setTerm(typed.toLowerCase())}
      placeholder={t('docs.search')}
      width={touch ? '100%' : 300}
    />
  );
  return (
    <Page
      title={t('docs.title')}
      actions={
        <>
          {!touch && search}
          <Button icon={<ArrowDownload20Regular />} onClick={() => void download()}>
            {t('docs.download')}
          </Button>
        </>
      }
    >
      {touch && <div className={styles.search}>{search}</div>}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={5} />}
      {data && !group && (
        <EmptyState
          title={t('docs.none', { term })}
          text={t('docs.noneText')}
          action={<Button onClick={() => setTerm('')}>{t('docs.clear')}</Button>}
        />
      )}
      {group && (
        <div className={styles.columns}>
          {touch ? (
            <Select aria-label={t('docs.group')} value={group.name} onChange={(_, { value }) => choose(value)}>
              {groups.map(({ name, title, operations }) => (
                <option key={name} value={name}>
                  {title} ({operations.length})
                </option>
              ))}
            </Select>
          ) : (
            <nav className={styles.groups} aria-label={t('docs.groups')}>
              {groups.map(({ name, title, operations }) => (
                <button
                  key={name}
                  type="button"
                  className={`${styles.group} ${name === group.name ? styles.chosen : ''}`}
                  {...(name === group.name ? { 'aria-current': 'true' as const } : {})}
                  onClick={() => choose(name)}
                >
                  {title}
                  <span className={styles.count}>{operations.length}</span>
                </button>
              ))}
            </nav>
          )}
          <div>
            <p className={styles.intro}>{t('docs.intro')}</p>
            <section className={styles.section} aria-labelledby="doc-group">
              <div className={styles.head}>
                <h2 id="doc-group" className={styles.title}>
                  {group.title}
                </h2>
                <span className={styles.count}>{t('docs.operations', { count: group.operations.length })}</span>
              </div>
              {group.operations.map((operation) => (
                <OperationCard key={operation.operationId} operation={operation} token={token} onToken={setToken} />
              ))}
            </section>
          </div>
        </div>
      )}
    </Page>
  );
}
