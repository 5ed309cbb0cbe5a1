import { useState } from 'react';
import { Input } from '@fluentui/react-components';
import { ApiError, useT } from '@balcao/sdk/client';
import { FormDialog, FormRow } from '@balcao/sdk/ui';
import type { MessageData } from '@balcao/connections/contract';

interface ShareDialogProps {
  onShare(data: MessageData): void;
  onClose(): void;
}

const coordinate = (text: string, max: number): number | undefined => {
  const value = Number(text.replace(',', '.'));
  return text.trim() !== '' && Number.isFinite(value) && Math.abs(value) <= max ? value : undefined;
};

/** The form of a location to send; filled in so that one key sends it. */
export function PlaceDialog({ onShare, onClose }: ShareDialogProps) {
  const t = useT();
  const [name, setName] = useState('MASP');
  const [address, setAddress] = useState('Av. Paulista, 1578, São Paulo');
  const [latitude, setLatitude] = useState('-23.56142');
  const [longitude, setLongitude] = useState('-46.65591');
  const submit = async (): Promise<void> => {
    const [north, east] = [coordinate(latitude, 90), coordinate(longitude, 180)];
    if (north === undefined) throw new ApiError(400, 'ERR_VALIDATION', { latitude: t('share.fault') });
    if (east === undefined) throw new ApiError(400, 'ERR_VALIDATION', { longitude: t('share.fault') });
    onShare({
      kind: 'location',
      latitude: north,
      longitude: east,
      ...(name.trim() && { name: name.trim() }),
      ...(address.trim() && { address: address.trim() }),
    });
    onClose();
  };
  return (
    <FormDialog
      open
      width={440}
      title={t('share.place')}
      submitLabel={t('phone.send')}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormRow label={t('share.name')} name="name">
        <Input value={name} maxLength={200} autoFocus onChange={(_, { value }) => setName(value)} />
      </FormRow>
      <FormRow label={t('share.address')} name="address">
        <Input value={address} maxLength={500} onChange={(_, { value }) => setAddress(value)} />
      </FormRow>
      <FormRow label={t('share.latitude')} name="latitude" required>
        <Input value={latitude} inputMode="decimal" onChange={(_, { value }) => setLatitude(value)} />
      </FormRow>
      <FormRow label={t('share.longitude')} name="longitude" required>
        <Input value={longitude} inputMode="decimal" onChange={(_, { value }) => setLongitude(value)} />
      </FormRow>
    </FormDialog>
  );
}

/** The form of a contact card to send. */
export function CardDialog({ onShare, onClose }: ShareDialogProps) {
  const t = useT();
  const [name, setName] = useState('');
  const [number, setNumber] = useState('');
  const submit = async (): Promise<void> => {
    if (name.trim() === '') throw new ApiError(400, 'ERR_VALIDATION', { name: t('share.nameMissing') });
    const digits = number.replace(/\D/g, '');
    onShare({ kind: 'contacts', contacts: [{ name: name.trim(), numbers: digits ? [digits] : [] }] });
    onClose();
  };
  return (
    <FormDialog
      open
      width={440}
      title={t('share.card')}
      submitLabel={t('phone.send')}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormRow label={t('person.name')} name="name" required>
        <Input value={name} maxLength={200} autoFocus autoComplete="off" onChange={(_, { value }) => setName(value)} />
      </FormRow>
      <FormRow label={t('person.number')} name="number" help={t('person.numberHelp')}>
        <Input value={number} inputMode="tel" autoComplete="off" onChange={(_, { value }) => setNumber(value)} />
      </FormRow>
    </FormDialog>
  );
}
