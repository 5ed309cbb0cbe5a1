import { Button, Dropdown, Option, makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, errorText, Exposed, preloadExposed, useSession, useT } from '@balcao/sdk/client';
import { Bar, FormDialog, FormRow } from '@balcao/sdk/ui';
import { contactPicker, newContactRows, type ChosenContact, type NewContact } from '@balcao/contacts/contract';
import { queuePicker } from '@balcao/queues/contract';
import type { TicketView } from '../../contract.ts';
import { ticketChanged } from '../data/ticket-cache.ts';
import { otherTicketOf, otherTicketText } from '../data/refusals.ts';
import type { OtherTicket } from '../data/refusals.ts';
import { useConnections, useOwnQueues } from '../data/useDirectory.ts';

const useStyles = makeStyles({
  back: { alignSelf: 'flex-start', paddingInline: 0, minWidth: 0 },
});

interface Faults {
  contact?: string;
  queue?: string;
  connection?: string;
}

/** Loads its fields before it opens, because one of them gets the focus. */
export const ready = (): Promise<void> => preloadExposed(contactPicker, newContactRows, queuePicker);

export interface NewTicketDialogProps {
  contactId: number | undefined;
  /** A person who is no contact yet. */
  fresh?: { name: string; number: string } | undefined;
  /** The line under the title; absent: that a contact and a connection are to be chosen. */
  text?: string | undefined;
  onCreated(ticket: TicketView): void;
  /** The person goes to a conversation that runs with the contact already. */
  onOther(ticket: { uuid: string }): void;
  onClose(): void;
}

/** A dialog to begin a conversation: contact, queue and connection. */
export function NewTicketDialog(props: NewTicketDialogProps) {
  const { contactId, fresh: stranger, text, onCreated, onOther, onClose } = props;
  const styles = useStyles();
  const t = useT();
  const { user, can } = useSession();
  const own = useOwnQueues();
  const connections = useConnections();
  const isOwnOnly = user.profile === 'user' && !can('tickets-manager:showall');
  const [contact, setContact] = useState<ChosenContact | null>(null);
  const [fresh, setFresh] = useState(stranger);
  const newContact = useRef<NewContact>(undefined);
  const [queueId, setQueueId] = useState<number | null>(null);
  const [connectionId, setConnectionId] = useState<number>();
  const [faults, setFaults] = useState<Faults>({});
  const [other, setOther] = useState<OtherTicket>();

  const given = useQuery({
    queryKey: ['tickets-search', 'contact', contactId],
    queryFn: () => api.get<ChosenContact>(`/contacts/${contactId}`),
    enabled: contactId !== undefined,
  }).data;
  useEffect(() => {
    if (given) setContact(given);
  }, [given]);

  // A single option is selected.
  const connection =
    connections.find((each) => each.id === connectionId) ?? (connections.length === 1 ? connections[0] : undefined);

  const begin = (typed: string): void => {
    const digits = typed.replace(/\D/g, '');
    const isNumber = digits.length >= 8 && /^[\d\s()+-]+$/.test(typed);
    setFresh({ name: isNumber ? '' : typed, number: isNumber ? digits : '' });
    setContact(null);
  };

  const check = (): boolean => {
    const wrong: Faults = {};
    if (!contact && !fresh) wrong.contact = t('newTicket.fault.contact');
    if (queueId === null && user.profile !== 'admin') wrong.queue = t('newTicket.fault.queue');
    if (!connection)
      wrong.connection =
        connections.length > 0 ? t('newTicket.fault.connection') : errorText('ERR_NO_DEF_WAPP_FOUND', t);
    setFaults(wrong);
    const isFreshRight = contact || !fresh || newContact.current?.check();
    return Object.keys(wrong).length === 0 && Boolean(isFreshRight);
  };
  const contactOf = async (): Promise<ChosenContact | null> => {
    if (contact || !fresh) return contact;
    const made = (await newContact.current?.save()) ?? null;
    // Stored in the state, so that a failure of the next step does not create the contact twice.
    setContact(made);
    setFresh(undefined);
    return made;
  };
  const submit = async (): Promise<void> => {
    setOther(undefined);
    if (!check()) return;
    const chosen = await contactOf();
    if (!chosen || !connection) return;
    try {
      const ticket = await api.post<TicketView>('/tickets', {
        contactId: chosen.id,
        queueId,
        userId: user.id,
        status: 'open',
        whatsappId: connection.id,
      });
      ticketChanged(ticket, user);
      onClose();
      onCreated(ticket);
    } catch (error) {
      const running = otherTicketOf(error);
      if (!running) throw error;
      setOther(running);
    }
  };

  return (
    <FormDialog
      open
      title={t('newTicket.title')}
      subtitle={text ?? t('newTicket.text')}
      submitLabel={t('newTicket.submit')}
      onSubmit={submit}
      onClose={onClose}
    >
      {other && (
        <Bar
          tone="info"
          alert
          {...(other.mayOpen
            ? {
                action: (
                  <Button
                    size="small"
                    onClick={() => {
                      onClose();
                      onOther(other);
                    }}
                  >
                    {t('newTicket.openOther')}
                  </Button>
                ),
              }
            : {})}
        >
          {otherTicketText(other, t)}
        </Bar>
      )}
      {fresh && !contact ? (
        <>
          <Button appearance="transparent" className={styles.back} onClick={() => setFresh(undefined)}>
            {t('newTicket.chooseContact')}
          </Button>
          <Exposed
            of={newContactRows}
            props={{
              ...fresh,
              onReady: (ready) => {
                newContact.current = ready;
              },
            }}
          />
        </>
      ) : (
        <Exposed
          key={contact?.id ?? 'none'}
          of={contactPicker}
          props={{
            label: t('newTicket.contact'),
            value: contact,
            onChange: setContact,
            onCreate: begin,
            error: faults.contact,
            required: true,
            autoFocus: !contact,
          }}
        />
      )}
      <Exposed
        of={queuePicker}
        props={{
          label: t('newTicket.queue'),
          value: queueId,
          onChange: (queue) => setQueueId(queue?.id ?? null),
          among: isOwnOnly ? own.map(({ id }) => id) : undefined,
          choosesOnly: true,
          clearable: user.profile === 'admin',
          name: 'queueId',
          error: faults.queue,
          required: user.profile !== 'admin',
        }}
      />
      <FormRow label={t('newTicket.connection')} error={faults.connection} name="whatsappId" required>
        <Dropdown
          placeholder={t('newTicket.connectionPlaceholder')}
          value={connection?.name ?? ''}
          selectedOptions={connection ? [String(connection.id)] : []}
          onOptionSelect={(_, data) => setConnectionId(Number(data.optionValue) || undefined)}
        >
          {connections.map((each) => (
            <Option key={each.id} value={String(each.id)} text={each.name}>
              {each.status === 'CONNECTED' ? each.name : t('newTicket.connectionDown', { name: each.name })}
            </Option>
          ))}
        </Dropdown>
      </FormRow>
    </FormDialog>
  );
}
