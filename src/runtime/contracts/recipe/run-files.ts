/** The folders that recipes may use, each an absolute path; `undefined` where recipes may not. */
export interface FileFolders {
  /** Files that `upload` steps choose. */
  readonly uploads: string | undefined;
  /** Where downloads and screenshots are kept. */
  readonly downloads: string | undefined;
}

/** The files of one run: those it may choose, and those it keeps. */
export interface RunFiles {
  /** `undefined` where uploads are not allowed. */
  readonly uploads: UploadFolder | undefined;
  /** `undefined` where nothing is kept. */
  readonly downloads: DownloadFolder | undefined;
}

/** The embedder's folder of files for uploads. */
export interface UploadFolder {
  /**
   * Reads files by their names in the folder, e.g. `2024/invoice.pdf`. Rejects with `invalid_request` for a name that leads out
   * of the folder, is missing or too large; its issues are at `path` and the name's index.
   */
  read(names: readonly string[], path: string): Promise<readonly UploadedFile[]>;
}

/** A file to upload, held in memory: what was checked is what is sent. */
export interface UploadedFile {
  /** Without its folder. */
  readonly name: string;
  /** Media type by the ending of the name. */
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Where a run keeps files; a run that fails keeps none. */
export interface DownloadFolder {
  /** Takes a place for one more file. */
  admit(kind: SavedFile['kind']): Admission;
  /** Keeps a file that was admitted under a new name. Returns why not, as the end of a sentence, when it may not be kept. */
  keep(file: FileToKeep): Promise<SavedFile | { readonly refused: string }>;
}

/** How much of a file may be brought, and why not more. */
export interface Admission {
  /** 0 once the run has as many files or bytes as it may have. */
  readonly maxBytes: number;
  /** The end of a sentence for a file that has more. */
  readonly refused: string;
}

/** A file that a run brought. */
export interface FileToKeep {
  readonly step: string;
  readonly kind: SavedFile['kind'];
  /** As the page calls it: untrusted. */
  readonly name: string;
  /** Where it came from; `undefined` for a picture. */
  readonly url: string | undefined;
  /** Its bytes, or the path of a temporary file. */
  readonly content: Uint8Array | string;
}

/** A file that a run kept in the embedder's folder. */
export interface SavedFile {
  /** JSON Pointer to the step that brought it. */
  readonly step: string;
  readonly kind: 'download' | 'screenshot';
  /** Its name in the folder: a random part, and what is safe of the name that it had. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  /** Media type by the ending of the name. */
  readonly type: string;
  /** Where it came from, without query and fragment; `undefined` for a picture, and for what a script made. */
  readonly url: string | undefined;
}
