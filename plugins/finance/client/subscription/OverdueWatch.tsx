import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { showToast, useSession, useT } from '@balcao/sdk/client';

interface KnownSubscription {
  daysOverdue: number;
  isLocked: boolean;
}

/** Warns who may pay once a session, and keeps a closed company where it can be opened again. Renders nothing. */
export default function OverdueWatch() {
  const t = useT();
  const { user } = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { daysOverdue, isLocked } = user['subscription'] as KnownSubscription;
  const said = useRef<number>(undefined);

  useEffect(() => {
    if (daysOverdue < 2 || said.current === daysOverdue) return;
    said.current = daysOverdue;
    showToast('info', t('overdue.text', { days: daysOverdue }));
  }, [daysOverdue, t]);
  useEffect(() => {
    const canPay = pathname.startsWith('/financeiro') || pathname === '/subscription';
    if (isLocked && !user.super && !canPay) void navigate('/financeiro', { replace: true });
  }, [isLocked, user.super, pathname, navigate]);
  return null;
}
