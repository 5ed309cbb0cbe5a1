import { Button, Dropdown, Option, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronLeft20Regular, ChevronRight20Regular } from '@fluentui/react-icons';
import { useFormat, useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import { pageNumbers } from './page-numbers.ts';
import { pageSizes } from './use-report.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px 16px',
    minHeight: '48px',
    paddingTop: '8px',
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
  },
  size: { minWidth: '72px' },
  pages: { display: 'flex', alignItems: 'center', gap: '2px', marginInlineStart: 'auto' },
  page: { minWidth: '36px', paddingInline: '4px' },
});

export interface PagerProps {
  page: number;
  pageSize: string;
  total: number;
  onPage(page: number): void;
  onPageSize(size: string): void;
}

/** The page size, the range that is shown, and the pages. */
export function Pager({ page, pageSize, total, onPage, onPageSize }: PagerProps) {
  const t = useT();
  const { number } = useFormat();
  const styles = useStyles();
  const size = Number(pageSize);
  const pages = Math.max(1, Math.ceil(total / size));
  const first = total === 0 ? 0 : (page - 1) * size + 1;
  return (
    <nav className={styles.bar} aria-label={t('pager.title')}>
      <span id="page-size">{t('pager.rows')}</span>
      <Dropdown
        className={styles.size}
        aria-labelledby="page-size"
        value={pageSize}
        selectedOptions={[pageSize]}
        onOptionSelect={(_, { optionValue }) => onPageSize(optionValue ?? '20')}
      >
        {pageSizes.map((one) => (
          <Option key={one} value={one}>
            {one}
          </Option>
        ))}
      </Dropdown>
      <span>
        {t('pager.range', { from: number(first), to: number(Math.min(total, page * size)), total: number(total) })}
      </span>
      <span className={styles.pages}>
        <IconButton
          icon={<ChevronLeft20Regular />}
          label={t('pager.previous')}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        {pageNumbers(page, pages).map((one) =>
          typeof one === 'string' ? (
            <span key={one} aria-hidden="true">
              …
            </span>
          ) : (
            <Button
              key={one}
              className={styles.page}
              appearance={one === page ? 'outline' : 'subtle'}
              aria-label={t('pager.page', { number: one })}
              aria-current={one === page ? 'page' : undefined}
              onClick={() => onPage(one)}
            >
              {number(one)}
            </Button>
          ),
        )}
        <IconButton
          icon={<ChevronRight20Regular />}
          label={t('pager.next')}
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        />
      </span>
    </nav>
  );
}
