import { useState } from 'react';
import { makeStyles } from '@fluentui/react-components';
import { Receipt24Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { useT } from '@balcao/sdk/client';
import { EmptyState, ErrorState, Page, SkeletonRows } from '@balcao/sdk/ui';
import { InvoicePix } from './InvoicePix.tsx';
import { Receipt } from './Receipt.tsx';
import { useInvoice } from './useInvoices.ts';

const useStyles = makeStyles({ place: { maxWidth: '480px', marginInline: 'auto', paddingTop: '16px' } });

/** One invoice: the payment code, as PAGAR opens it, or the receipt once it is paid. */
export function InvoicePage({ invoiceId }: { invoiceId: number }) {
  const t = useT();
  const styles = useStyles();
  const navigate = useNavigate();
  const { data, error, refetch } = useInvoice(invoiceId);
  // A person who sees the code sees the payment there, and is taken back to work.
  const [showsCode, setShowsCode] = useState(false);
  if (data?.status === 'open' && !showsCode) setShowsCode(true);
  return (
    <Page
      title={t(data?.status === 'paid' && !showsCode ? 'receipt.title' : 'pix.title')}
      back={{ label: t('invoices.back'), onClick: () => void navigate('/financeiro') }}
    >
      <div className={styles.place}>
        {showsCode ? (
          <InvoicePix invoiceId={invoiceId} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows rows={6} />
        ) : data.status === 'cancelled' ? (
          <EmptyState
            title={t('invoices.state.cancelled')}
            text={t('invoices.cancelledText')}
            icon={<Receipt24Regular />}
          />
        ) : (
          <Receipt invoice={data} />
        )}
      </div>
    </Page>
  );
}
