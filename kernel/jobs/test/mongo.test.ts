import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { describe } from 'vitest';
import { testJobStore } from './job-store-conformance.ts';

const jobsUrl = process.env['JOBS_URL'] ?? '';
const isMongo = jobsUrl.startsWith('mongodb');

describe.skipIf(!isMongo)(`jobs in MongoDB${isMongo ? '' : ', not tried: JOBS_URL names none'}`, () => {
  testJobStore(async () => {
    const url = new URL(jobsUrl);
    url.pathname = `/jobs_${randomUUID().replaceAll('-', '')}`;
    const client = await MongoClient.connect(url.href);
    return {
      databaseUrl: '',
      jobsUrl: url.href,
      left: () => client.db().collection('job').countDocuments(),
      async drop() {
        await client.db().dropDatabase();
        await client.close();
      },
    };
  });
});
