import { Chat20Regular, CheckmarkCircle20Regular, ChatHelp20Regular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, usePreload, useRoom, useT, useToasts } from '@balcao/sdk/client';
import { EditableList, StatusPill, TwoLines, usePages } from '@balcao/sdk/ui';
import { ticketConversation } from '@balcao/tickets/contract';
import { deliveriesRoom, type Delivery } from '../contract.ts';
import { ConversationDialog } from './ConversationDialog.tsx';
import { DeliveryDialog } from './DeliveryDialog.tsx';
import { ReceiptDialog } from './ReceiptDialog.tsx';

const toneOf = ({ answer, deliveredAt }: Delivery) => {
  if (deliveredAt !== null || answer === 'today') return 'ok';
  return answer === 'other-day' ? 'warn' : 'neutral';
};
const stateOf = ({ answer, wasAsked, deliveredAt }: Delivery) => {
  if (deliveredAt !== null) return 'state.delivered';
  if (answer !== null) return answer === 'today' ? 'state.today' : 'state.otherDay';
  return wasAsked ? 'state.asked' : 'state.open';
};

export default function DeliveriesPage() {
  const t = useT();
  const toasts = useToasts();
  const queries = useQueryClient();
  const deliveries = usePages<Delivery>('/acme-deliveries');
  const [opened, setOpened] = useState<Delivery>();
  const [delivered, setDelivered] = useState<Delivery>();
  usePreload(ticketConversation);
  useRoom(
    deliveriesRoom,
    {},
    { changed: () => void deliveries.renew() },
    {
      onJoined: (_again, missed) =>
        void queries.invalidateQueries({ queryKey: ['acme-deliveries'], predicate: missed }),
    },
  );
  const ask = ({ id, contactName }: Delivery) =>
    api
      .post(`/acme-deliveries/${id}/question`)
      .then(() => toasts.success(t('ask.done', { name: contactName })))
      .catch(toasts.error);
  return (
    <EditableList
      title={t('manifest.title')}
      list={deliveries}
      columns={[
        {
          id: 'code',
          header: t('field.code'),
          touch: 'title',
          cell: ({ code, item }) => <TwoLines text={code} below={item} />,
        },
        {
          id: 'contact',
          header: t('field.contact'),
          cell: ({ contactName, address }) => <TwoLines text={contactName} below={address} />,
        },
        {
          id: 'state',
          header: t('field.state'),
          width: 190,
          cell: (delivery) => <StatusPill tone={toneOf(delivery)}>{t(stateOf(delivery))}</StatusPill>,
        },
      ]}
      rowHeight={64}
      nameOf={({ code }) => code}
      add={t('list.add')}
      empty={{ title: t('list.none'), text: t('list.noneText') }}
      edit={() => false}
      rowActions={(delivery) => [
        {
          icon: <Chat20Regular />,
          label: t(delivery.ticketUuid === null ? 'conversation.none' : 'conversation.open', { code: delivery.code }),
          disabled: delivery.ticketUuid === null,
          onClick: () => setOpened(delivery),
        },
        {
          icon: <ChatHelp20Regular />,
          label: t('ask.label', { code: delivery.code }),
          disabled: delivery.deliveredAt !== null,
          onClick: () => void ask(delivery),
        },
        {
          icon: <CheckmarkCircle20Regular />,
          label: t('receipt.label', { code: delivery.code }),
          disabled: delivery.deliveredAt !== null,
          onClick: () => setDelivered(delivery),
        },
      ]}
      form={(_delivery, close) => <DeliveryDialog list={deliveries} onClose={close} />}
    >
      {opened && <ConversationDialog delivery={opened} onClose={() => setOpened(undefined)} />}
      {delivered && <ReceiptDialog delivery={delivered} onClose={() => setDelivered(undefined)} />}
    </EditableList>
  );
}
