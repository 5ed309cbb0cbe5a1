import { groupInFours } from './codes.ts';

interface KeyToScan {
  /** The key as text, for people who cannot scan. */
  key: string;
  address: string;
  /** `data:image/svg+xml…` */
  picture: string;
}

/** Returns the key of an account in the forms that apps accept. */
export const keyToScan = async (secret: string, email: string): Promise<KeyToScan> => {
  // Loaded when the first person sets up two-step login, not at start.
  const [{ toString }, { keyAddress }] = await Promise.all([import('qrcode'), import('./time-codes.ts')]);
  const address = keyAddress(secret, email);
  const svg = await toString(address, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
  return {
    key: groupInFours(secret),
    address,
    picture: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  };
};
