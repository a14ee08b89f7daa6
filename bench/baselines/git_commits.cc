#include <cstdio>
#include <cstdlib>

#include <git2.h>

#include "baselines/plain_chat.h"

namespace latewood::bench {
namespace {

void must_git(int status) {
  if (status < 0) std::abort();
}

// The messages as files of one folder, their numbers as names. libgit2 is asked to flush what it
// writes, as the other baselines do.
class GitCommits : public PlainChat {
 public:
  explicit GitCommits(const std::string& path) {
    git_libgit2_init();
    must_git(git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 1));
    must_git(git_repository_init(&repository_, path.c_str(), 1));
    must_git(git_treebuilder_new(&folder_, repository_, nullptr));
    must_git(git_signature_new(&author_, "bench", "bench@example.org", 0, 0));
  }
  GitCommits(const GitCommits&) = delete;
  GitCommits& operator=(const GitCommits&) = delete;
  ~GitCommits() override {
    git_signature_free(author_);
    git_treebuilder_free(folder_);
    git_repository_free(repository_);
    git_libgit2_shutdown();
  }

  void turn(const std::string& question, const std::string& answer) override {
    add("user", question);
    add("assistant", answer);
    git_oid written;
    must_git(git_treebuilder_write(&written, folder_));
    git_tree* tree = nullptr;
    must_git(git_tree_lookup(&tree, repository_, &written));
    git_commit* parent = nullptr;
    if (has_head_) must_git(git_commit_lookup(&parent, repository_, &head_));
    const git_commit* parents[] = {parent};
    must_git(git_commit_create(&head_, repository_, "refs/heads/main", author_, author_, nullptr, "turn", tree,
                               has_head_ ? 1 : 0, parents));
    has_head_ = true;
    git_commit_free(parent);
    git_tree_free(tree);
  }

  std::uint64_t messages() override {
    git_commit* commit = nullptr;
    git_tree* tree = nullptr;
    must_git(git_commit_lookup(&commit, repository_, &head_));
    must_git(git_commit_tree(&tree, commit));
    const std::uint64_t entries = git_tree_entrycount(tree);
    git_tree_free(tree);
    git_commit_free(commit);
    return entries;
  }

 private:
  void add(const char* role, const std::string& text) {
    git_oid blob;
    must_git(git_blob_create_from_buffer(&blob, repository_, text.data(), text.size()));
    char name[40];
    std::snprintf(name, sizeof(name), "%08llu-%s", static_cast<unsigned long long>(count_++), role);
    must_git(git_treebuilder_insert(nullptr, folder_, name, &blob, GIT_FILEMODE_BLOB));
  }

  git_repository* repository_ = nullptr;
  git_treebuilder* folder_ = nullptr;
  git_signature* author_ = nullptr;
  git_oid head_{};
  bool has_head_ = false;
  std::uint64_t count_ = 0;
};

}  // namespace

std::unique_ptr<PlainChat> make_git_commits(const std::string& path) { return std::make_unique<GitCommits>(path); }

}  // namespace latewood::bench
