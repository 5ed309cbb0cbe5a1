import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useQueryClient } from '@tanstack/react-query';
import { reloadSession, showToast, useFormat, useRoom, useSession, useT } from '@balcao/sdk/client';
import { paymentRoom } from '../../contract.ts';
import { noonOf } from '../plan.ts';
import { knownSubscription } from './known-subscription.ts';

interface Paid {
  action: string;
  dueDate: string;
}

/**
 * Mounted on every page of people who may pay: announces payments, warns once a session when the licence is overdue,
 * and keeps a blocked company on the pages where it can pay. Renders nothing.
 */
export default function SubscriptionWatch() {
  const t = useT();
  const format = useFormat();
  const { user } = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { pathname } = useLocation();
  const { daysOverdue, isLocked } = knownSubscription(user);
  const announced = useRef<number>(undefined);

  const readAgain = (): void => {
    void reloadSession().catch(() => undefined);
    void queries.invalidateQueries({ queryKey: ['finance'] });
  };
  useRoom(
    paymentRoom,
    {},
    {
      payment: ({ action, dueDate }: Paid) => {
        if (action !== 'CONCLUIDA') return;
        showToast('success', t('pix.renewed', { date: format.date(noonOf(dueDate)) }));
        readAgain();
      },
      changed: readAgain,
    },
    // Live updates were missed while the socket was disconnected, or before this was mounted.
    { onJoined: (again, missed) => (again || missed(0)) && readAgain() },
  );
  useEffect(() => {
    if (daysOverdue < 2 || announced.current === daysOverdue) return;
    announced.current = daysOverdue;
    showToast('info', t('overdue.text', { count: daysOverdue }));
  }, [daysOverdue, t]);
  useEffect(() => {
    const canPay = pathname.startsWith('/financeiro') || pathname === '/subscription';
    if (isLocked && !user.super && !canPay) void navigate('/financeiro', { replace: true });
  }, [isLocked, user.super, pathname, navigate]);
  return null;
}
