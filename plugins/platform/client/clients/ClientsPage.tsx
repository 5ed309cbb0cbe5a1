import { Navigate, useNavigate } from 'react-router-dom';
import { Button } from '@fluentui/react-components';
import { LockClosed48Regular } from '@fluentui/react-icons';
import { useSession, useT } from '@balcao/sdk/client';
import { EmptyState } from '@balcao/sdk/ui';
import { ClientList } from './ClientList.tsx';

/** The connections of all companies, for super users. Attendants see that it is not allowed; admins are redirected. */
export default function ClientsPage() {
  const t = useT();
  const navigate = useNavigate();
  const { user } = useSession();
  if (user.super) return <ClientList />;
  if (user.profile !== 'user') return <Navigate to="/tickets" replace />;
  return (
    <EmptyState
      level={1}
      icon={<LockClosed48Regular />}
      title={t('clients.forbidden')}
      text={t('clients.forbiddenText')}
      action={
        <Button appearance="primary" onClick={() => void navigate('/tickets')}>
          {t('clients.back')}
        </Button>
      }
    />
  );
}
