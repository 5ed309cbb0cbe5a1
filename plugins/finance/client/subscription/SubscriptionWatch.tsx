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
 * On every page of who may pay: says that a payment came, warns once a session who is late, and keeps a closed company
 * where it can be opened again. Renders nothing.
 */
export default function SubscriptionWatch() {
  const t = useT();
  const format = useFormat();
  const { user } = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { pathname } = useLocation();
  const { daysOverdue, isLocked } = knownSubscription(user);
  const said = useRef<number>(undefined);

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
    // What happened while the link was down, or before this was mounted, was told to nobody.
    { onJoined: (again, missed) => (again || missed(0)) && readAgain() },
  );
  useEffect(() => {
    if (daysOverdue < 2 || said.current === daysOverdue) return;
    said.current = daysOverdue;
    showToast('info', t('overdue.text', { count: daysOverdue }));
  }, [daysOverdue, t]);
  useEffect(() => {
    const canPay = pathname.startsWith('/financeiro') || pathname === '/subscription';
    if (isLocked && !user.super && !canPay) void navigate('/financeiro', { replace: true });
  }, [isLocked, user.super, pathname, navigate]);
  return null;
}
