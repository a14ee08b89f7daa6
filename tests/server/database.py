"""A PostgreSQL of a test's own."""
import glob
import os
import pwd
import signal
import subprocess

from server_process import ENVIRONMENT, expect, wait_until


def is_installed():
    return bool(glob.glob("/usr/lib/postgresql/*/bin/initdb"))


class Database:
    """A private PostgreSQL without a network, which the user `postgres` runs if this process is root's."""

    def __init__(self, folder):
        self.folder = folder
        self.binaries = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1]
        self.user = None
        if os.getuid() == 0:
            self.user = pwd.getpwnam("postgres").pw_uid
            os.chown(folder, self.user, -1)
        done = self.run("initdb", "-A", "trust", "-U", "latewood", "-E", "UTF8", "--locale=C", "-N", "-D", folder + "/data")
        expect(done.wait() == 0, "a database can be made")
        self.url = f"postgres:///postgres?host={folder}&user=latewood"
        self.start()

    def run(self, program, *arguments):
        return subprocess.Popen([os.path.join(self.binaries, program), *arguments], user=self.user, cwd=self.folder,
                                env={**ENVIRONMENT}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start(self):
        self.process = self.run("postgres", "-D", self.folder + "/data", "-k", self.folder, "-c", "listen_addresses=",
                                "-c", "fsync=off")
        # The socket is there before connections are accepted.
        wait_until(lambda: self.run("pg_isready", "-q", "-h", self.folder).wait() == 0, "the database starts")

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait()
