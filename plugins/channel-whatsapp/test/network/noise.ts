import {
  aesDecryptGCM,
  aesEncryptGCM,
  Curve,
  hkdf,
  NOISE_MODE,
  NOISE_WA_HEADER,
  proto,
  sha256,
  type KeyPair,
} from 'baileys';

/** Certificates like those of WhatsApp’s servers, below a root of this network. */
export class Certificates {
  readonly root: KeyPair = Curve.generateKeyPair();
  readonly server: KeyPair = Curve.generateKeyPair();
  readonly chain: Uint8Array;

  constructor() {
    const intermediate = Curve.generateKeyPair();
    const { Details } = proto.CertChain.NoiseCertificate;
    const forever = { notBefore: 0, notAfter: 4_102_444_800 };
    const middle = Details.encode({ serial: 1, issuerSerial: 0, key: intermediate.public, ...forever }).finish();
    const leaf = Details.encode({ serial: 2, issuerSerial: 1, key: this.server.public, ...forever }).finish();
    this.chain = proto.CertChain.encode({
      intermediate: { details: middle, signature: Curve.sign(this.root.private, middle) },
      leaf: { details: leaf, signature: Curve.sign(intermediate.private, leaf) },
    }).finish();
  }
}

const nonce = (count: number): Buffer => {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(count, 8);
  return bytes;
};
const nothing = Buffer.alloc(0);

/** The server’s side of Noise XX as WhatsApp uses it, and the resulting ciphers. */
export class NoiseResponder {
  readonly #certificates: Certificates;
  readonly #ephemeral = Curve.generateKeyPair();
  #hash: Buffer = Buffer.from(NOISE_MODE);
  #salt: Buffer = Buffer.from(NOISE_MODE);
  #key: Buffer = Buffer.from(NOISE_MODE);
  #count = 0;
  #reads = nothing as Buffer;
  #writes = nothing as Buffer;
  #readCount = 0;
  #writeCount = 0;

  constructor(certificates: Certificates) {
    this.#certificates = certificates;
    this.#mixHash(NOISE_WA_HEADER);
  }

  hello(frame: Uint8Array): Uint8Array {
    const { server, chain } = this.#certificates;
    const theirs = Buffer.from(proto.HandshakeMessage.decode(frame).clientHello?.ephemeral ?? nothing);
    this.#mixHash(theirs);
    this.#mixHash(this.#ephemeral.public);
    this.#mixKey(Curve.sharedKey(this.#ephemeral.private, theirs));
    const shown = this.#encrypt(server.public);
    this.#mixKey(Curve.sharedKey(server.private, theirs));
    const payload = this.#encrypt(chain);
    return proto.HandshakeMessage.encode({
      serverHello: { ephemeral: this.#ephemeral.public, static: shown, payload },
    }).finish();
  }

  finish(frame: Uint8Array): proto.ClientPayload {
    const { clientFinish } = proto.HandshakeMessage.decode(frame);
    const theirs = this.#decrypt(Buffer.from(clientFinish?.static ?? nothing));
    this.#mixKey(Curve.sharedKey(this.#ephemeral.private, theirs));
    const payload = this.#decrypt(Buffer.from(clientFinish?.payload ?? nothing));
    [this.#reads, this.#writes] = this.#derive(nothing);
    return proto.ClientPayload.decode(payload);
  }

  open(frame: Uint8Array): Buffer {
    return aesDecryptGCM(frame, this.#reads, nonce(this.#readCount++), nothing);
  }
  seal(bytes: Uint8Array): Buffer {
    return aesEncryptGCM(bytes, this.#writes, nonce(this.#writeCount++), nothing);
  }

  #mixHash(bytes: Uint8Array): void {
    this.#hash = sha256(Buffer.concat([this.#hash, bytes]));
  }
  #encrypt(bytes: Uint8Array): Buffer {
    const sealed = aesEncryptGCM(bytes, this.#key, nonce(this.#count++), this.#hash);
    this.#mixHash(sealed);
    return sealed;
  }
  #decrypt(bytes: Uint8Array): Buffer {
    const plain = aesDecryptGCM(bytes, this.#key, nonce(this.#count++), this.#hash);
    this.#mixHash(bytes);
    return plain;
  }
  #derive(bytes: Uint8Array): [Buffer, Buffer] {
    const keys = Buffer.from(hkdf(Buffer.from(bytes), 64, { salt: this.#salt, info: '' }));
    return [keys.subarray(0, 32), keys.subarray(32)];
  }
  #mixKey(bytes: Uint8Array): void {
    [this.#salt, this.#key] = this.#derive(bytes);
    this.#count = 0;
  }
}
