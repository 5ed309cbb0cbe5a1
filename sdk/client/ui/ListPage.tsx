import type { ReactElement, ReactNode } from 'react';
import { Button, makeStyles } from '@fluentui/react-components';
import { useT, useViewport } from '../index.ts';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import { Page } from './Page.tsx';
import { SearchBox } from './SearchBox.tsx';
import { EmptyState, ErrorState } from './states.tsx';

export interface ListPageProps<T> extends Omit<DataTableProps<T>, 'label' | 'empty'> {
  title: string;
  /** How many there are, beside the title; 0 is not said. */
  count?: number | undefined;
  /** A few quiet words beside the title. */
  subtitle?: ReactNode;
  /** The search, where the list can be searched. `term` is what the rows answer to now. */
  search?: { term: string; onSearch(term: string): void; placeholder: string };
  /** The one primary button: in the header, and in the middle while there is nothing yet. */
  add?: ReactNode;
  /** Quieter buttons before it. */
  actions?: ReactNode;
  /** Why the rows could not be read. */
  error?: unknown;
  onRetry(): void;
  /** Nothing yet: what is true, and the next step in a sentence. */
  empty: { title: string; text?: ReactNode; icon?: ReactElement };
  /** The search found nothing. */
  notFound?: { title: string; text?: ReactNode };
  /** Above the table: a bar that tells of trouble. */
  above?: ReactNode;
  /** Dialogs. */
  children?: ReactNode;
}

const useStyles = makeStyles({ searchLine: { marginBottom: '12px' } });

/** A page that lists things of one kind: search and one button in its head, a table, and what to do when it is empty. */
export function ListPage<T>(props: ListPageProps<T>) {
  const { title, count, subtitle, search, add, actions, error, onRetry, empty, notFound, above, children } = props;
  const { rows, loading } = props;
  const t = useT('shell');
  const styles = useStyles();
  const { touch } = useViewport();
  const isSearched = search !== undefined && search.term !== '';
  const isEmpty = !loading && !error && rows.length === 0 && !isSearched;
  const field = search && !isEmpty && (
    <SearchBox
      value={search.term}
      onChange={(term) => search.onSearch(term)}
      placeholder={search.placeholder}
      width={touch ? '100%' : 260}
    />
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
            {actions}
            {add}
          </>
        )
      }
    >
      {touch && field && <div className={styles.searchLine}>{field}</div>}
      {Boolean(error) && rows.length === 0 ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : (
        <>
          {above}
          <DataTable
            {...props}
            label={title}
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
    </Page>
  );
}
