import { Button, makeStyles } from '@fluentui/react-components';
import { ArrowLeft20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { api, useT } from '@balcao/sdk/client';
import { ErrorState, Page, SkeletonRows } from '@balcao/sdk/ui';
import { PixPanel } from '../subscription/PixPanel.tsx';
import type { Pix } from '../subscription/useSubscription.ts';

const useStyles = makeStyles({ place: { maxWidth: '480px', marginInline: 'auto', paddingTop: '16px' } });

/** The code to pay one invoice by, as PAGAR opens it. */
export function InvoicePix({ invoiceId }: { invoiceId: number }) {
  const t = useT();
  const styles = useStyles();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    queryKey: ['finance-pix', invoiceId],
    queryFn: () => api.post<Pix>(`/invoices/${invoiceId}/pix`),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <Page
      title={t('pix.title')}
      actions={
        <Button icon={<ArrowLeft20Regular />} onClick={() => void navigate('/financeiro')}>
          {t('invoices.back')}
        </Button>
      }
    >
      <div className={styles.place}>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <PixPanel pix={data} />
        ) : (
          <SkeletonRows rows={6} />
        )}
      </div>
    </Page>
  );
}
