import { Navigate, useNavigate } from 'react-router-dom';
import { Button } from '@fluentui/react-components';
import { LockClosed48Regular } from '@fluentui/react-icons';
import { useSession, useT } from '@balcao/sdk/client';
import { EmptyState } from '@balcao/sdk/ui';
import { ClientList } from './ClientList.tsx';

/** Every company's connections: for who runs the platform. Attendants are told so, everybody else goes to work. */
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
