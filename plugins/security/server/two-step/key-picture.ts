import { spaced } from './codes.ts';

interface KeyToScan {
  /** For whoever cannot scan. */
  key: string;
  address: string;
  /** `data:image/svg+xml…` */
  picture: string;
}

/** The key of an account as apps take it. */
export const keyToScan = async (secret: string, email: string): Promise<KeyToScan> => {
  // Read when the first person sets up a second step: a start needs none of it.
  const [{ toString }, { keyAddress }] = await Promise.all([import('qrcode'), import('./time-codes.ts')]);
  const address = keyAddress(secret, email);
  const svg = await toString(address, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
  return {
    key: spaced(secret),
    address,
    picture: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  };
};
