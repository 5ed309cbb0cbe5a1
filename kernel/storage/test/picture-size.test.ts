import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pictureSize } from '../picture-size.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'balcao-size-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const sizeOf = async (mime: string, bytes: Buffer) => {
  const file = path.join(folder, 'picture');
  await writeFile(file, bytes);
  return pictureSize(file, mime);
};
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } });

it('The size of a picture is read, rotated as the camera was held', async () => {
  expect(await sizeOf('image/png', await picture(64, 200).png().toBuffer())).toEqual({ width: 64, height: 200 });
  expect(await sizeOf('image/webp', await picture(32, 24).webp().toBuffer())).toEqual({ width: 32, height: 24 });
  const upright = await picture(120, 80).jpeg().toBuffer();
  expect(await sizeOf('image/jpeg', upright)).toEqual({ width: 120, height: 80 });
  const held = await picture(120, 80).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await sizeOf('image/jpeg', held)).toEqual({ width: 80, height: 120 });
});

it('A truncated file or one that is no picture has no size and causes no error', async () => {
  const whole = await picture(64, 48).png().toBuffer();
  expect(await sizeOf('image/png', whole.subarray(0, 18))).toBeUndefined();
  expect(await sizeOf('image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0xff]))).toBeUndefined();
  expect(await sizeOf('application/pdf', Buffer.from('%PDF'))).toBeUndefined();
});
