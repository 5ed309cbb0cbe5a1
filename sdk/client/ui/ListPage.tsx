import type { ReactElement, ReactNode } from 'react';
import { Button, makeStyles } from '@fluentui/react-components';
import { useErrorText, useT, useViewport } from '../index.ts';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import { Page } from './Page.tsx';
import { SearchBox } from './SearchBox.tsx';
import { Bar, EmptyState, ErrorState } from './states.tsx';

export interface ListPageProps<T> extends Omit<DataTableProps<T>, 'label' | 'empty'> {
  title: string;
  /** `page` has a header of its own; `tab` is placed under another header, as in the settings. `page` if absent. */
  within?: 'page' | 'tab';
  /** Total number, shown beside the title unless it is 0. */
  count?: number | undefined;
  /** Secondary text beside the title. */
  subtitle?: ReactNode;
  /** The search field, if the list can be searched. `term` is the term of the shown rows. */
  search?: { term: string; onSearch(term: string): void; placeholder: string };
  /** The only primary button: in the header, and in the empty state. */
  add?: ReactNode;
  /** Secondary buttons before it. */
  actions?: ReactNode;
  /** The error that prevented loading the rows. */
  error?: unknown;
  /** Text above that error; 'Não foi possível carregar' if absent. */
  failed?: string;
  /** Loads the rows again. */
  onRetry(): void;
  /** The empty state: a statement and the next step in a sentence; a plain button beside the primary one. */
  empty: { title: string; text?: ReactNode; icon?: ReactElement; secondary?: ReactNode };
  /** Shown if the search found nothing. */
  notFound?: { title: string; text?: ReactNode };
  /** Content above the table: a bar that reports a problem. */
  above?: ReactNode;
  /** Dialogs. */
  children?: ReactNode;
}

const useStyles = makeStyles({
  searchLine: { marginBottom: '12px' },
  tabHead: { display: 'flex', alignItems: 'center', gap: '8px', flexWrap: 'wrap', marginBottom: '12px' },
  // Beside the button where both fit, also on a phone.
  tabSearch: { flex: '1 1 160px', minWidth: 0, maxWidth: '360px', '@media (max-width: 599px)': { maxWidth: 'none' } },
  tabButtons: { display: 'flex', alignItems: 'center', gap: '8px', marginLeft: 'auto' },
});

/** A page that lists items of one kind: search and one button in its head, a table, and an empty state. */
export function ListPage<T>(props: ListPageProps<T>) {
  const { title, within = 'page', count, subtitle, search, add, actions, empty, notFound, above, children } = props;
  const { rows, loading, hasMore, error, failed, onRetry } = props;
  const t = useT('shell');
  const textOf = useErrorText();
  const styles = useStyles();
  const { touch } = useViewport();
  const isTab = within === 'tab';
  const isSearched = search !== undefined && search.term !== '';
  const isEmpty = !loading && !error && rows.length === 0 && !isSearched;
  const field = search && !isEmpty && (
    <SearchBox
      value={search.term}
      onChange={(term) => search.onSearch(term)}
      placeholder={search.placeholder}
      width={touch || isTab ? '100%' : 300}
    />
  );
  const buttons = isEmpty ? (
    actions
  ) : (
    <>
      {actions}
      {add}
    </>
  );
  const content = (
    <>
      {Boolean(error) && rows.length === 0 ? (
        <ErrorState {...(failed !== undefined && { title: failed })} error={error} onRetry={onRetry} />
      ) : (
        <>
          {above}
          {Boolean(error) && (
            <Bar tone="bad" alert action={<Button onClick={onRetry}>{t('ui.retry')}</Button>}>
              {textOf(error)}
            </Bar>
          )}
          <DataTable
            {...props}
            label={title}
            // After an error more rows are loaded only on request.
            hasMore={hasMore === true && !error}
            empty={
              isSearched ? (
                <EmptyState
                  title={notFound?.title ?? empty.title}
                  text={notFound?.text}
                  action={<Button onClick={() => search.onSearch('')}>{t('ui.clearSearch')}</Button>}
                />
              ) : (
                <EmptyState {...empty} action={add} />
              )
            }
          />
        </>
      )}
      {children}
    </>
  );

  if (isTab)
    return (
      <>
        {!(isEmpty && !actions) && (
          <div className={styles.tabHead}>
            {field && <div className={styles.tabSearch}>{field}</div>}
            <div className={styles.tabButtons}>{buttons}</div>
          </div>
        )}
        {content}
      </>
    );
  return (
    <Page
      title={title}
      {...(count ? { count } : {})}
      {...(subtitle ? { subtitle } : {})}
      actions={
        isEmpty ? (
          actions
        ) : (
          <>
            {!touch && field}
            {buttons}
          </>
        )
      }
    >
      {touch && field && <div className={styles.searchLine}>{field}</div>}
      {content}
    </Page>
  );
}
