import { MongoBackend } from '@agendajs/mongo-backend';
import type { JobParameters } from 'agenda';
import { MongoClient, MongoServerError, ObjectId, type Collection, type Db, type Filter, type WithId } from 'mongodb';
import { DUE, EVERY } from './job-store.ts';
import type { Envelope, FailedJob, Heartbeat, JobStore, RecurringJob } from './job-store.ts';
import { LocalWakeChannel, notification } from './wake-channel.ts';

interface JobDocument {
  name: string;
  type: 'normal';
  priority: number;
  data: Envelope;
  nextRunAt: Date | null;
  lockedAt: Date | null;
  lastModifiedBy: string | null;
  disabled: boolean;
  failCount: number | null;
  failReason: string | null;
  failedAt: Date | null;
  lastRunAt?: Date | null;
  lastFinishedAt?: Date | null;
}

const COLLECTION = 'job';

export const openMongoStore = async (jobsUrl: string): Promise<JobStore> => {
  const client = new MongoClient(jobsUrl);
  try {
    await client.connect();
    const db = client.db();
    const backend = new Backend(db);
    await backend.prepare();
    const jobs = db.collection<JobDocument>(COLLECTION);
    // `running` is stored as false, because a partial index cannot test for a missing field.
    await jobs.createIndex(
      { name: 1, 'data.companyId': 1, 'data.key': 1 },
      {
        name: 'jobKey',
        unique: true,
        partialFilterExpression: { 'data.key': { $exists: true }, 'data.running': false },
      },
    );
    await jobs.createIndex({ 'data.companyId': 1, name: 1 }, { name: 'jobCompany' });
    return new MongoStore(client, jobs, backend);
  } catch (error) {
    await client.close();
    throw error;
  }
};

/** Connected before Agenda does it, which would leave a failure unhandled. */
class Backend extends MongoBackend {
  constructor(db: Db) {
    super({ mongo: db, collection: COLLECTION });
  }
  async prepare(): Promise<void> {
    await super.connect();
  }
  override async connect(): Promise<void> {}
}

const FAILED: Filter<JobDocument> = { nextRunAt: null, lockedAt: null, failedAt: { $ne: null } };
const DUPLICATE = 11000;
const isDuplicate = (error: unknown): boolean => error instanceof MongoServerError && error.code === DUPLICATE;

class MongoStore implements JobStore {
  readonly channel = new LocalWakeChannel();
  readonly backend: MongoBackend;
  readonly #client: MongoClient;
  readonly #jobs: Collection<JobDocument>;

  constructor(client: MongoClient, jobs: Collection<JobDocument>, backend: MongoBackend) {
    this.#client = client;
    this.#jobs = jobs;
    this.backend = backend;
  }

  async put(name: string, data: Envelope, at: Date): Promise<void> {
    for (;;) {
      if (data.key !== undefined) await this.#jobs.deleteOne(waiting(name, data.companyId, data.key));
      try {
        await this.#jobs.insertOne(fresh(name, data, at));
        break;
      } catch (error) {
        // Another node added a job of this key in between; the later one stays.
        if (!isDuplicate(error)) throw error;
      }
    }
    await this.#notify(name, at);
  }

  async putRecurring(jobs: readonly RecurringJob[]): Promise<void> {
    for (const job of jobs) await this.#putRecurring(job);
  }

  async #putRecurring({ name, data, at }: RecurringJob): Promise<void> {
    const key = waiting(name, data.companyId, EVERY);
    try {
      const made = await this.#jobs.updateOne(key, { $setOnInsert: fresh(name, data, at) }, { upsert: true });
      if (made.upsertedCount === 0) {
        await this.#jobs.updateOne(
          {
            ...key,
            lockedAt: null,
            $or: [
              { 'data.every': { $ne: data.every } },
              { nextRunAt: null },
              ...(data.timeZone === undefined ? [] : [{ 'data.timeZone': { $ne: data.timeZone } }]),
            ],
          },
          { $set: { nextRunAt: at } },
        );
        await this.#jobs.updateOne({ ...key, lockedAt: null }, { $set: { data: stored(data), disabled: false } });
      }
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    await this.#notify(name, at);
  }

  async putDue(name: string, companies: readonly number[]): Promise<void> {
    for (const companyId of companies) {
      const known = await this.#jobs.findOne({ name, 'data.companyId': companyId, 'data.key': DUE });
      if (!known) await this.put(name, { companyId, key: DUE, input: {} }, new Date());
    }
  }

  async saveState(job: JobParameters, node: string): Promise<boolean> {
    const { matchedCount } = await this.#jobs.updateOne(
      { _id: new ObjectId(String(job._id)), lastModifiedBy: node, lockedAt: { $ne: null } },
      {
        $set: {
          lockedAt: job.lockedAt ?? null,
          nextRunAt: job.nextRunAt,
          lastRunAt: job.lastRunAt ?? null,
          lastFinishedAt: job.lastFinishedAt ?? null,
          failCount: job.failCount ?? null,
          failReason: job.failReason ?? null,
          failedAt: job.failedAt ?? null,
        },
      },
    );
    return matchedCount === 1;
  }

  async finish(id: string, node: string): Promise<boolean> {
    const { deletedCount } = await this.#jobs.deleteOne({
      _id: new ObjectId(id),
      lastModifiedBy: node,
      lockedAt: { $ne: null },
    });
    return deletedCount === 1;
  }

  async begin(id: string, name: string): Promise<'begun' | 'gone'> {
    const job = await this.#jobs.findOneAndUpdate({ _id: new ObjectId(id), name }, { $set: { 'data.running': true } });
    if (!job?.data.key) return 'gone';
    const newer = await this.#jobs.findOne({
      ...waiting(name, job.data.companyId, job.data.key),
      _id: { $ne: job._id },
    });
    return newer ? 'gone' : 'begun';
  }

  async putBack(id: string): Promise<boolean> {
    try {
      const result = await this.#jobs.updateOne({ _id: new ObjectId(id) }, { $set: { 'data.running': false } });
      return result.matchedCount === 1;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  async cancel(name: string, companyId: number, key: string): Promise<void> {
    await this.#jobs.deleteOne(waiting(name, companyId, key));
  }

  async disable(names: readonly string[], companyId: number, disabled: boolean): Promise<void> {
    await this.#jobs.updateMany({ name: { $in: [...names] }, 'data.companyId': companyId }, { $set: { disabled } });
    if (!disabled) for (const name of names) await this.#notify(name, null);
  }

  async disableOne(id: string, disabled: boolean): Promise<void> {
    await this.#jobs.updateOne({ _id: new ObjectId(id) }, { $set: { disabled } });
  }

  async disabled(): Promise<{ name: string; companyId: number }[]> {
    const pairs = await this.#jobs
      .aggregate<{ _id: { name: string; companyId: number } }>([
        { $match: { disabled: true } },
        { $group: { _id: { name: '$name', companyId: '$data.companyId' } } },
      ])
      .toArray();
    return pairs.map(({ _id }) => _id);
  }

  async removeCompany(companyId: number): Promise<void> {
    await this.#jobs.deleteMany({ 'data.companyId': companyId });
  }

  async beat(ids: readonly string[], node: string, at: Date): Promise<Heartbeat[]> {
    const mine: Filter<JobDocument> = {
      _id: { $in: ids.map((id) => new ObjectId(id)) },
      lastModifiedBy: node,
      lockedAt: { $ne: null },
    };
    await this.#jobs.updateMany(mine, { $set: { lockedAt: at } });
    const jobs = await this.#jobs.find(mine, { projection: { disabled: 1 } }).toArray();
    return jobs.map((job) => ({ id: job._id.toHexString(), disabled: job.disabled === true }));
  }

  async failed(limit: number): Promise<FailedJob[]> {
    const jobs = await this.#jobs.find(FAILED).sort({ failedAt: -1 }).limit(limit).toArray();
    return jobs.map((job) => ({
      id: job._id.toHexString(),
      job: job.name,
      companyId: job.data.companyId,
      data: job.data.input,
      tries: job.failCount ?? 0,
      reason: job.failReason ?? '',
      failedAt: job.failedAt ?? new Date(0),
    }));
  }

  async failedCount(): Promise<number> {
    return this.#jobs.countDocuments(FAILED);
  }

  async retry(id: string): Promise<boolean> {
    const job = ObjectId.isValid(id)
      ? await this.#jobs.findOneAndUpdate(
          { ...FAILED, _id: new ObjectId(id) },
          { $set: { nextRunAt: new Date(), failCount: 0, failedAt: null }, $unset: { 'data.key': '' } },
        )
      : null;
    if (job) await this.#notify(job.name, null);
    return job !== null;
  }

  async remove(id: string): Promise<boolean> {
    if (!ObjectId.isValid(id)) return false;
    const { deletedCount } = await this.#jobs.deleteOne({ ...FAILED, _id: new ObjectId(id) });
    return deletedCount === 1;
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #notify(name: string, at: Date | null): Promise<void> {
    await this.channel.publish(notification(name, at));
  }
}

const waiting = (name: string, companyId: number, key: string): Filter<WithId<JobDocument>> => ({
  name,
  'data.companyId': companyId,
  'data.key': key,
  'data.running': false,
});

const stored = (data: Envelope): Envelope => {
  const { timeZone, key, every, ...rest } = data;
  return {
    ...rest,
    running: false,
    ...(key === undefined ? {} : { key }),
    ...(every === undefined ? {} : { every }),
    ...(timeZone === undefined ? {} : { timeZone }),
  };
};

const fresh = (name: string, data: Envelope, at: Date): JobDocument => ({
  name,
  type: 'normal',
  priority: 0,
  data: stored(data),
  nextRunAt: at,
  lockedAt: null,
  lastModifiedBy: null,
  disabled: false,
  failCount: null,
  failReason: null,
  failedAt: null,
});
