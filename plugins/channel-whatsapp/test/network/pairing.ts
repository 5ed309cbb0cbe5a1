import { randomBytes } from 'node:crypto';
import { Curve, hmacSign, proto, type BinaryNode } from 'baileys';
import type { Account } from './account.ts';

const number = (bytes: Uint8Array | null | undefined): number => {
  const buffer = Buffer.from(bytes ?? []);
  return buffer.length === 0 ? 0 : buffer.readUIntBE(0, buffer.length);
};

/** Returns the refs that a device shows as QR codes, one after the other. */
export const newRefs = (): string[] => Array.from({ length: 6 }, () => `2@${randomBytes(32).toString('base64')}`);

/** Parses a QR code. */
export const readCode = (code: string) => {
  const [ref = '', , identity = '', secret = ''] = code.replace(/^https:\/\/[^#]*#/, '').split(',');
  return { ref, identity: Buffer.from(identity, 'base64'), secret: Buffer.from(secret, 'base64') };
};

/** Returns the device’s keys for people who will write to it. */
export const bundleOf = ({ devicePairingData }: proto.ClientPayload) => ({
  registrationId: number(devicePairingData?.eRegid),
  identityKey: Buffer.from(devicePairingData?.eIdent ?? []),
  signedPreKey: {
    keyId: number(devicePairingData?.eSkeyId),
    publicKey: Buffer.from(devicePairingData?.eSkeyVal ?? []),
    signature: Buffer.from(devicePairingData?.eSkeySig ?? []),
  },
});

/** Confirms the device for the phone: signed by its key, and with the secret that only the code contains. */
export const pairSuccess = (account: Account, identity: Buffer, secret: Buffer): BinaryNode[] => {
  const details = proto.ADVDeviceIdentity.encode({
    rawId: 1,
    timestamp: Math.floor(Date.now() / 1000),
    keyIndex: account.device,
    accountType: 0,
    deviceType: 0,
  }).finish();
  const accountSignature = Curve.sign(account.key.private, Buffer.concat([Buffer.from([6, 0]), details, identity]));
  const signed = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: account.key.public,
    accountSignature,
  }).finish();
  const content = proto.ADVSignedDeviceIdentityHMAC.encode({
    details: signed,
    hmac: hmacSign(signed, secret),
  }).finish();
  return [
    { tag: 'device-identity', attrs: {}, content },
    { tag: 'platform', attrs: { name: 'android' } },
    { tag: 'device', attrs: { jid: account.jid, lid: `${account.lid}:${account.device}@lid` } },
  ];
};
