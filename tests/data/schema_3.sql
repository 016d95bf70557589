-- A store as evobool 0.1.0 wrote it: PRAGMA application_id = 1702260578 and user_version = 3 go with it.
BEGIN TRANSACTION;
CREATE TABLE checksum (setting INTEGER NOT NULL, block INTEGER NOT NULL, id TEXT NOT NULL, runs INTEGER NOT NULL, run, provenance, solved, stopped, iterations, evaluations, leaves, error, generalisation_error, ands_accepted, ands_final, ors_accepted, ors_final, engine, tree, PRIMARY KEY (setting, block)) WITHOUT ROWID;
INSERT INTO "checksum" VALUES(1,0,'48b043296034b902',1,1696784233,3354924009,3354924009,75531069,2031539783,2031539783,1497140392,2118831378,1696784233,3676771569,3676771569,1696784233,1696784233,3066553348,1152837149);
CREATE TABLE provenance (number INTEGER PRIMARY KEY, fields TEXT NOT NULL UNIQUE);
INSERT INTO "provenance" VALUES(1,'{"evobool": "0.1.0", "machine": "Linux x86_64", "numba": "0.68.1", "python": "3.11.7"}');
CREATE TABLE run (setting INTEGER NOT NULL REFERENCES setting, run, provenance, solved, stopped, iterations, evaluations, leaves, error, generalisation_error, ands_accepted, ands_final, ors_accepted, ors_final, engine, tree,
                  PRIMARY KEY (setting, run)) WITHOUT ROWID;
INSERT INTO "run" VALUES(1,0,1,1,'solved',29,29,4,0,0.0,3,3,0,0,'reference','and and and 4 3 2 1');
CREATE TABLE seal (name TEXT PRIMARY KEY, crc INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO "seal" VALUES('checksum',3901864288);
INSERT INTO "seal" VALUES('plugin',0);
INSERT INTO "seal" VALUES('provenance',2384547962);
INSERT INTO "seal" VALUES('schema',862287240);
INSERT INTO "seal" VALUES('setting',2330282309);
INSERT INTO "seal" VALUES('study',2624349525);
CREATE TABLE setting (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, fields TEXT NOT NULL);
INSERT INTO "setting" VALUES(1,'48b043296034b902','{"accept_error":0,"algorithm":"rls-gp","deletion":"subtree","first_leaf":"any","functions":["and","or"],"limit":"2n","literals":"positive","max_iterations":10000,"n":4,"selection":"nonstrict","target":"and","training":"complete"}');
CREATE TABLE study (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "study" VALUES('seed','7');
INSERT INTO "study" VALUES('speed','30.859');
COMMIT;
